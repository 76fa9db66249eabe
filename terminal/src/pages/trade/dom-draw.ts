import { showAmount } from '../../components/amounts.ts';
import { type PriceFormat, showPrices } from '../../components/prices.ts';
import type { LadderRow } from './dom-rows.ts';

export const ROW_HEIGHT = 22;

/** The ladder's colours and font, read from the page's CSS once per colour scheme. */
export interface LadderLook {
  readonly bid: string;
  readonly ask: string;
  readonly text: string;
  readonly picked: string;
  readonly mine: string;
  readonly font: string;
}

export interface LadderPicture {
  readonly rows: readonly LadderRow[];
  readonly format: PriceFormat;
  readonly picked: string | null; // the price selected by keyboard or pointer
  readonly mine: ReadonlyMap<string, string>; // side/price → the user's resting quantity
  readonly venues: ReadonlyMap<string, string>; // colour by venue, if there are several
  readonly look: LadderLook;
}

/** Paints the whole ladder. It runs for each change of the book, so it measures no text and allocates little. */
export function drawLadder(canvas: HTMLCanvasElement, picture: LadderPicture): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const scale = devicePixelRatio;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const [dotsAcross, dotsDown] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== dotsAcross || canvas.height !== dotsDown) {
    canvas.width = dotsAcross;
    canvas.height = dotsDown;
  }
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = picture.look.font;
  pen.textBaseline = 'middle';
  const most = Math.max(...picture.rows.map(({ qty }) => Number(qty)), 1); // for the length of bars only
  const prices = showPrices(
    picture.rows.map(({ price }) => price),
    picture.format,
  );
  picture.rows.forEach((row, index) =>
    drawRow(pen, picture, row, index, { width, most, price: prices[index] ?? '' }),
  );
}

interface Frame {
  readonly width: number;
  readonly most: number; // the longest bar's quantity
  readonly price: string; // of this row, as displayed
}

function drawRow(
  pen: CanvasRenderingContext2D,
  picture: LadderPicture,
  row: LadderRow,
  index: number,
  { width, most, price }: Frame,
): void {
  const { look } = picture;
  const top = index * ROW_HEIGHT;
  const middle = top + ROW_HEIGHT / 2;
  if (picture.picked === row.price) {
    pen.fillStyle = look.picked;
    pen.fillRect(0, top, width, ROW_HEIGHT);
  }
  drawBars(pen, picture, row, top, { width, most });
  pen.fillStyle = row.side === 'bid' ? look.bid : look.ask;
  pen.textAlign = 'left';
  pen.fillText(price, 8, middle);
  pen.fillStyle = look.text;
  pen.textAlign = 'right';
  pen.fillText(showAmount(row.qty), width - 8, middle);
  const mine = picture.mine.get(`${row.side}/${row.price}`);
  if (mine === undefined) return;
  pen.fillStyle = look.mine;
  pen.textAlign = 'left';
  pen.fillText(`▸ ${showAmount(mine)}`, 70, middle);
}

/** A bar from the right. With several venues it has one segment per venue, in the venue's colour. */
function drawBars(
  pen: CanvasRenderingContext2D,
  { look, venues }: LadderPicture,
  row: LadderRow,
  top: number,
  { width, most }: Pick<Frame, 'width' | 'most'>,
): void {
  const room = width * 0.6;
  let right = width;
  const parts = venues.size > 1 ? row.parts : [{ venue: '', qty: row.qty }];
  pen.globalAlpha = 0.28;
  for (const { venue, qty } of parts) {
    const length = (Number(qty) / most) * room;
    const ofSide = row.side === 'bid' ? look.bid : look.ask;
    pen.fillStyle = venues.get(venue) ?? ofSide;
    pen.fillRect(right - length, top + 2, length, ROW_HEIGHT - 4);
    right -= length;
  }
  pen.globalAlpha = 1;
}
