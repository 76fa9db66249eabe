import { showAmount, showGain } from '../../components/amounts.ts';
import { type PriceFormat, showPrices } from '../../components/prices.ts';
import { type HeldContracts, profitAt } from './close-profit.ts';
import type { LadderRow } from './dom-rows.ts';
import type { LadderBook, OwnLevels, TradedVolume } from './ladder-view.ts';
import type { PriceAxis } from './price-axis.ts';

/** The columns from left to right with their shares of the width. The header of the ladder has the same. */
export const COLUMNS = [
  { name: 'buys', title: 'Mine', share: 0.14 },
  { name: 'bid', title: 'Bid', share: 0.17 },
  { name: 'price', title: 'Price', share: 0.17 },
  { name: 'ask', title: 'Ask', share: 0.17 },
  { name: 'sells', title: 'Mine', share: 0.14 },
  { name: 'gain', title: 'If closed', share: 0.21 },
] as const;
export type Column = (typeof COLUMNS)[number]['name'];

/** The column at a horizontal position, as a share of the width. */
export function findColumn(at: number): Column {
  let right = 0;
  return COLUMNS.find(({ share }) => at < (right += share))?.name ?? 'gain';
}

/** The ladder's colours and font, read from the page's CSS once per colour scheme. */
export interface LadderLook {
  readonly bid: string;
  readonly ask: string;
  readonly text: string;
  readonly quiet: string;
  readonly inside: string; // the rows between the best bid and ask
  readonly volume: string;
  readonly picked: string;
  readonly mine: string;
  readonly font: string;
  readonly rowHeight: number; // pixels
}

export interface LadderPicture {
  readonly axis: PriceAxis;
  readonly top: number; // the first visible row
  readonly book: LadderBook;
  readonly own: OwnLevels;
  readonly traded: TradedVolume;
  readonly held: HeldContracts | null;
  readonly format: PriceFormat;
  readonly picked: number | null; // the row selected by keyboard or pointer
  readonly venues: ReadonlyMap<string, string>; // colour by venue, if there are several
  readonly look: LadderLook;
}

interface Frame {
  readonly pen: CanvasRenderingContext2D;
  readonly picture: LadderPicture;
  readonly width: number;
  readonly rowHeight: number;
  readonly most: number; // the longest bar's quantity
  readonly mostTraded: number;
}

/** Paints the visible rows. It runs for each change of the book, so it measures no text and allocates little. */
export function drawLadder(canvas: HTMLCanvasElement, picture: LadderPicture): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  resize(canvas, pen, width, height);
  pen.font = picture.look.font;
  pen.textBaseline = 'middle';
  const { axis, top, book, traded } = picture;
  const { rowHeight } = picture.look;
  const rows = axis.prices.slice(top, top + Math.ceil(height / rowHeight));
  const prices = showPrices(rows, picture.format);
  const visible = rows.map((_, index) => top + index);
  const most = longest(visible.flatMap((row) => [book.bids.get(row)?.qty, book.asks.get(row)?.qty]));
  const mostTraded = longest(visible.map((row) => traded.byRow.get(row)));
  const frame: Frame = { pen, picture, width, rowHeight, most, mostTraded };
  visible.forEach((row, index) => drawRow(frame, row, index * rowHeight, prices[index] ?? ''));
  drawMiddle(frame);
}

function resize(
  canvas: HTMLCanvasElement,
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
): void {
  const scale = devicePixelRatio;
  const [dotsAcross, dotsDown] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== dotsAcross || canvas.height !== dotsDown) {
    canvas.width = dotsAcross;
    canvas.height = dotsDown;
  }
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
}

// Floats, for the length of bars only.
const longest = (quantities: readonly (string | undefined)[]): number =>
  Math.max(1, ...quantities.map((qty) => Number(qty ?? 0)));

function drawRow(frame: Frame, row: number, top: number, price: string): void {
  const { picture } = frame;
  const { look, book, own, traded, held, axis } = picture;
  if (isInside(book, row)) fill(frame, look.inside, top);
  if (picture.picked === row) fill(frame, look.picked, top);
  drawSides(frame, row, top);
  drawVolume(frame, row, top);
  drawLevel(frame, book.bids.get(row), 'bid', top);
  drawLevel(frame, book.asks.get(row), 'ask', top);
  write(frame, 'price', price, top, traded.last === row ? look.mine : look.text);
  if (traded.last === row) drawLast(frame, top);
  drawOwn(frame, 'buys', own.buys.get(row), top);
  drawOwn(frame, 'sells', own.sells.get(row), top);
  if (held === null) return;
  const gain = profitAt(held, axis.units[row] ?? 0n);
  write(
    frame,
    'gain',
    shortGain(gain),
    top,
    gain.startsWith('-') ? look.ask : gain === '0' ? look.quiet : look.bid,
  );
}

/** A tint of the bids below the middle and of the asks above it. */
function drawSides({ pen, picture, width, rowHeight }: Frame, row: number, top: number): void {
  const { look, book } = picture;
  pen.globalAlpha = 0.07;
  for (const side of ['bid', 'ask'] as const) {
    const best = side === 'bid' ? book.bestBid : book.bestAsk;
    if (best === null || (side === 'bid' ? row < best : row > best)) continue;
    const { left, right } = edges(side, width);
    pen.fillStyle = look[side];
    pen.fillRect(left, top, right - left, rowHeight);
  }
  pen.globalAlpha = 1;
}

function isInside({ bestBid, bestAsk }: LadderBook, row: number): boolean {
  return bestBid !== null && bestAsk !== null && row < bestBid && row > bestAsk;
}

function fill({ pen, width, rowHeight }: Frame, colour: string, top: number): void {
  pen.fillStyle = colour;
  pen.fillRect(0, top, width, rowHeight);
}

function edges(name: Column, width: number): { readonly left: number; readonly right: number } {
  let left = 0;
  for (const column of COLUMNS) {
    const right = left + column.share * width;
    if (column.name === name) return { left, right };
    left = right;
  }
  return { left: 0, right: width };
}

function write(
  { pen, width, rowHeight }: Frame,
  name: Column,
  text: string,
  top: number,
  colour: string,
): void {
  const { left, right } = edges(name, width);
  pen.fillStyle = colour;
  pen.textAlign = name === 'price' ? 'center' : 'right';
  pen.fillText(
    text,
    name === 'price' ? (left + right) / 2 : right - 4,
    top + rowHeight / 2,
    right - left - 4,
  );
}

/** A bar from the price outwards. With several venues it has one segment per venue, in the venue's colour. */
function drawLevel(frame: Frame, level: LadderRow | undefined, side: 'bid' | 'ask', top: number): void {
  if (level === undefined) return;
  const { pen, picture, width, rowHeight, most } = frame;
  const { look, venues } = picture;
  const { left, right } = edges(side, width);
  let at = side === 'bid' ? right : left;
  pen.globalAlpha = 0.28;
  for (const { venue, qty } of venues.size > 1 ? level.parts : [{ venue: '', qty: level.qty }]) {
    const length = (Number(qty) / most) * (right - left);
    pen.fillStyle = venues.get(venue) ?? look[side];
    pen.fillRect(side === 'bid' ? at - length : at, top + 1, length, rowHeight - 2);
    at += side === 'bid' ? -length : length;
  }
  pen.globalAlpha = 1;
  write(frame, side, shortAmount(level.qty), top, look.text);
}

/** The traded quantity as a bar behind the price. */
function drawVolume({ pen, picture, width, rowHeight, mostTraded }: Frame, row: number, top: number): void {
  const qty = picture.traded.byRow.get(row);
  if (qty === undefined) return;
  const { left, right } = edges('price', width);
  pen.fillStyle = picture.look.volume;
  pen.fillRect(left, top + 2, (Number(qty) / mostTraded) * (right - left), rowHeight - 4);
}

/** A frame around the price of the latest trade. */
function drawLast({ pen, picture, width, rowHeight }: Frame, top: number): void {
  const { left, right } = edges('price', width);
  pen.strokeStyle = picture.look.mine;
  pen.strokeRect(left + 1.5, top + 1.5, right - left - 3, rowHeight - 3);
}

function drawOwn(frame: Frame, name: 'buys' | 'sells', qty: string | undefined, top: number): void {
  if (qty === undefined) return;
  const { pen, picture, width, rowHeight } = frame;
  const { left } = edges(name, width);
  pen.fillStyle = picture.look.mine;
  pen.fillRect(left + 1, top + 2, 3, rowHeight - 4);
  write(frame, name, shortAmount(qty), top, picture.look.mine);
}

/** A line at the middle between the best bid and ask. */
function drawMiddle({ pen, picture, width, rowHeight }: Frame): void {
  const { book, top, look } = picture;
  if (book.bestBid === null || book.bestAsk === null) return;
  const middle = (book.bestBid + book.bestAsk) / 2;
  const y = Math.round((middle - top + 0.5) * rowHeight) + 0.5;
  pen.strokeStyle = look.quiet;
  pen.setLineDash([3, 3]);
  pen.beginPath();
  pen.moveTo(0, y);
  pen.lineTo(edges('gain', width).left, y);
  pen.stroke();
  pen.setLineDash([]);
}

/** From 100,000 in thousands, so that it fits its column. */
function shortAmount(qty: string): string {
  const [whole = ''] = qty.split('.');
  return whole.length > 5 ? `${showAmount(whole.slice(0, -3))}k` : showAmount(qty);
}

/** From $100 without cents. */
function shortGain(gain: string): string {
  const shown = showGain(gain);
  return shown.length > 7 ? shown.slice(0, -3) : shown;
}
