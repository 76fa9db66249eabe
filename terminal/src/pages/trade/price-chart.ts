import {
  type AutoscaleInfo,
  type CandlestickData,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
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
import { findRange } from './chart-range.ts';
import type { TriggerLine } from './chart-triggers.ts';
import type { RestingLevel } from './open-orders.ts';

const FONT = '"Inter Variable", "Segoe UI", system-ui, sans-serif'; // as in the theme

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
  readonly trigger: string;
  readonly volume: string;
}

const BAR_PX_MAX = 24; // a single candle does not fill the chart
const GRIP_PX = 6; // a pointer this close to a line takes it
const PRICE_FORMAT = { type: 'price', precision: 3, minMove: 0.001 } as const;

interface PriceRange {
  readonly minValue: number;
  readonly maxValue: number;
}

/** The chart of one market in an element of the page, until `remove` is called. */
export class PriceChart {
  readonly #chart: IChartApi;
  readonly #look: ChartLook;
  #drawn: readonly ISeriesApi<'Candlestick' | 'Line' | 'Histogram'>[] = [];
  #main: ISeriesApi<'Candlestick' | 'Line'> | null = null;
  readonly #triggers = new Map<string, { readonly line: IPriceLine; readonly trigger: TriggerLine }>();
  #isLocked = false;
  #prices: PriceRange | null = null; // the shown prices
  #range: string | null = null; // the shown range; null before the first candles

  /** @param onHover  called with the time of the candle under the pointer, in seconds; null if there is none */
  constructor(
    frame: HTMLElement,
    look: ChartLook,
    format: PriceFormat,
    onHover: (at: number | null) => void,
  ) {
    this.#look = look;
    const grid = { color: look.grid };
    this.#chart = createChart(frame, {
      autoSize: true,
      layout: {
        background: { color: 'transparent' },
        textColor: look.text,
        attributionLogo: false,
        fontFamily: FONT,
      },
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
    this.#chart.subscribeCrosshairMove(({ time }) => onHover(time === undefined ? null : Number(time)));
  }

  /** Redraws changed series. Scroll position and zoom stay until another range is chosen. */
  show({ view, bars, overlays, fills, resting }: ChartPicture, range: string): void {
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
    this.#drawn = [...others, this.#volumes(bars), main];
    this.#main = main;
    this.#triggers.clear(); // they are removed with their series
    for (const series of before) this.#chart.removeSeries(series);
    // The candles of other venues move the positions on the time axis when they arrive.
    const wanted = `${range} ${overlays.filter((each) => each.bars.length > 0).length}`;
    if (this.#range === wanted || bars.length === 0) return;
    this.#range = wanted;
    const found = findRange(bars, range);
    if (found === null) this.#chart.timeScale().fitContent();
    else
      this.#chart
        .timeScale()
        .setVisibleRange({ from: found.from as UTCTimestamp, to: found.to as UTCTimestamp });
  }

  /** Draws the triggers; a moved one keeps its line. */
  showTriggers(triggers: readonly TriggerLine[]): void {
    const kept = new Set(triggers.map(({ id }) => id));
    for (const [id, { line }] of this.#triggers) {
      if (kept.has(id)) continue;
      this.#main?.removePriceLine(line);
      this.#triggers.delete(id);
    }
    for (const trigger of triggers) {
      const options = {
        price: Number(trigger.price),
        color: this.#look.trigger,
        lineWidth: 2,
        lineStyle: LineStyle.Dotted,
        axisLabelVisible: true,
        title: `${trigger.canMove ? '↕ ' : ''}${trigger.title}`,
      } as const;
      const line = this.#triggers.get(trigger.id)?.line ?? this.#main?.createPriceLine(options);
      if (line === undefined) continue;
      line.applyOptions(options);
      this.#triggers.set(trigger.id, { line, trigger });
    }
  }

  /** The trigger at a height of the chart, if it can be moved. */
  findTrigger(y: number): string | null {
    for (const { trigger } of this.#triggers.values()) {
      const at = this.#main?.priceToCoordinate(Number(trigger.price)) ?? null;
      if (trigger.canMove && at !== null && Math.abs(at - y) <= GRIP_PX) return trigger.id;
    }
    return null;
  }

  priceAt(y: number): number | null {
    return this.#main?.coordinateToPrice(y) ?? null;
  }

  /** While a trigger is dragged, the chart does not scroll. */
  lock(isLocked: boolean): void {
    this.#isLocked = isLocked;
    this.#chart.applyOptions({ handleScroll: !isLocked, handleScale: !isLocked });
  }

  remove(): void {
    this.#chart.remove();
  }

  /** The traded quantity of each candle, in the lowest fifth. */
  #volumes(bars: readonly ChartBar[]): ISeriesApi<'Histogram'> {
    const series = this.#chart.addSeries(HistogramSeries, { ...VOLUMES, color: this.#look.volume });
    series.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    series.setData(
      bars.flatMap(({ time, volume }) =>
        volume === null ? [] : [{ time: time as UTCTimestamp, value: volume }],
      ),
    );
    return series;
  }

  #line(bars: readonly ChartBar[]): ISeriesApi<'Candlestick' | 'Line'> {
    const options = {
      color: this.#look.line,
      lineWidth: 2,
      priceFormat: PRICE_FORMAT,
      autoscaleInfoProvider: this.#scale,
    } as const;
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
      autoscaleInfoProvider: this.#scale,
    });
    series.setData(bars.map((bar) => ({ ...bar, time: bar.time as UTCTimestamp }) satisfies CandlestickData));
    return series;
  }

  /** The shown prices are those of the candles and of the triggers. They stay while a trigger is dragged. */
  readonly #scale = (ofSeries: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const info = ofSeries();
    const range = info?.priceRange ?? null;
    if (info === null || range === null) return info;
    if (this.#isLocked && this.#prices !== null) return { ...info, priceRange: this.#prices };
    const prices = [...this.#triggers.values()].map(({ trigger }) => Number(trigger.price));
    this.#prices = {
      minValue: Math.min(range.minValue, ...prices),
      maxValue: Math.max(range.maxValue, ...prices),
    };
    return { ...info, priceRange: this.#prices };
  };

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

const VOLUMES = {
  priceScaleId: 'volume',
  priceLineVisible: false,
  lastValueVisible: false,
  priceFormat: { type: 'volume' },
} as const;

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
