import {
  type CandlestickData,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type SeriesMarker,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { showAmount } from '../../components/amounts.ts';
import { type PriceFormat, showPrice } from '../../components/prices.ts';
import { showDay, showHour, showMonthDay } from '../../components/times.ts';
import type { ChartBar, FillMark } from './chart-data.ts';
import type { RestingLevel } from './open-orders.ts';

/** The price of the same contract at another venue. */
export interface OverlayLine {
  readonly key: string;
  readonly color: string;
  readonly bars: readonly ChartBar[];
}

export interface ChartPicture {
  readonly view: 'candles' | 'line';
  readonly bars: readonly ChartBar[];
  readonly overlays: readonly OverlayLine[];
  readonly fills: readonly FillMark[];
  readonly resting: readonly RestingLevel[];
}

export interface ChartLook {
  readonly text: string;
  readonly grid: string;
  readonly line: string;
  readonly buy: string;
  readonly sell: string;
}

const BAR_PX_MAX = 24; // a single candle does not fill the chart
const PRICE_FORMAT = { type: 'price', precision: 3, minMove: 0.001 } as const;

/** The chart of one market in an element of the page, until `remove` is called. */
export class PriceChart {
  readonly #chart: IChartApi;
  readonly #look: ChartLook;
  #drawn: readonly ISeriesApi<'Candlestick' | 'Line'>[] = [];
  #isFitted = false;

  constructor(frame: HTMLElement, look: ChartLook, format: PriceFormat) {
    this.#look = look;
    const grid = { color: look.grid };
    this.#chart = createChart(frame, {
      autoSize: true,
      layout: { background: { color: 'transparent' }, textColor: look.text, attributionLogo: false },
      grid: { vertLines: grid, horzLines: grid },
      rightPriceScale: { borderColor: look.grid },
      timeScale: {
        borderColor: look.grid,
        timeVisible: true,
        maxBarSpacing: BAR_PX_MAX,
        tickMarkFormatter: tickWords,
      },
      localization: {
        // The chart's formatter may not accept the browser's language tag.
        locale: Intl.DateTimeFormat().resolvedOptions().locale,
        timeFormatter: (time: Time) => showDay(Number(time) * 1_000),
        priceFormatter: (price: number) =>
          price < 0 ? '' : showPrice(String(Number(price.toFixed(3))), format),
      },
    });
  }

  /** Redraws changed series. Scroll position and zoom stay. */
  show({ view, bars, overlays, fills, resting }: ChartPicture): void {
    const before = this.#drawn; // removed last: a chart without any series loses its scroll position
    const others = overlays.map(({ color, bars: of }) => {
      const series = this.#chart.addSeries(LineSeries, { ...OVERLAY, color });
      series.setData(toPoints(of));
      return series;
    });
    const main = view === 'line' ? this.#line(bars) : this.#candles(bars);
    createSeriesMarkers(
      main,
      fills.map((fill) => this.#marker(fill)),
    );
    for (const order of resting) this.#restingLine(main, order);
    this.#drawn = [...others, main];
    for (const series of before) this.#chart.removeSeries(series);
    if (this.#isFitted || bars.length === 0) return;
    this.#isFitted = true;
    this.#chart.timeScale().fitContent();
  }

  remove(): void {
    this.#chart.remove();
  }

  #line(bars: readonly ChartBar[]): ISeriesApi<'Candlestick' | 'Line'> {
    const options = { color: this.#look.line, lineWidth: 2, priceFormat: PRICE_FORMAT } as const;
    const series = this.#chart.addSeries(LineSeries, options);
    series.setData(toPoints(bars));
    return series;
  }

  #candles(bars: readonly ChartBar[]): ISeriesApi<'Candlestick' | 'Line'> {
    const { buy, sell } = this.#look;
    const colours = { upColor: buy, downColor: sell, wickUpColor: buy, wickDownColor: sell };
    const series = this.#chart.addSeries(CandlestickSeries, {
      ...colours,
      borderVisible: false,
      priceFormat: PRICE_FORMAT,
    });
    series.setData(bars.map((bar) => ({ ...bar, time: bar.time as UTCTimestamp }) satisfies CandlestickData));
    return series;
  }

  #marker({ id, time, side, price, qty }: FillMark): SeriesMarker<Time> {
    const isBuy = side === 'BUY';
    return {
      id,
      time: time as UTCTimestamp,
      price: Number(price),
      position: isBuy ? 'atPriceBottom' : 'atPriceTop',
      shape: isBuy ? 'arrowUp' : 'arrowDown',
      color: isBuy ? this.#look.buy : this.#look.sell,
      text: showAmount(qty),
    };
  }

  #restingLine(series: ISeriesApi<'Candlestick' | 'Line'>, { side, price, qty }: RestingLevel): void {
    series.createPriceLine({
      price: Number(price),
      color: side === 'BUY' ? this.#look.buy : this.#look.sell,
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: true,
      title: `${side === 'BUY' ? 'buy' : 'sell'} ${showAmount(qty)}`,
    });
  }
}

const OVERLAY = {
  lineWidth: 1,
  priceLineVisible: false,
  lastValueVisible: false,
  priceFormat: PRICE_FORMAT,
} as const;

const toPoints = (bars: readonly ChartBar[]) =>
  bars.map(({ time, close }) => ({ time: time as UTCTimestamp, value: close }));

/** The time axis shows this computer's time, like the rest of the pages. */
function tickWords(time: Time, kind: TickMarkType): string {
  const at = Number(time) * 1_000;
  return kind === TickMarkType.Time || kind === TickMarkType.TimeWithSeconds
    ? showHour(at)
    : showMonthDay(at);
}
