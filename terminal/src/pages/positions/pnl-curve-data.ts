import type { PnlPoint } from '../../../../sdk/src/index.ts';

/** SVG paths of total and realised PnL, and the height of the zero line. */
export interface Curve {
  readonly all: string;
  readonly certain: string;
  readonly zero: number;
}

const MARGIN = 4;

/** A step chart over time: each value holds until the next point. */
export function computeCurve(points: readonly PnlPoint[], width: number, height: number): Curve {
  const all = points.map(({ equity }) => Number(equity));
  const certain = points.map(({ realized_pnl: pnl, fees }) => Number(pnl) - Number(fees));
  const [low, high] = [Math.min(0, ...all, ...certain), Math.max(0, ...all, ...certain)];
  const [from, to] = [points[0]?.t ?? 0, points.at(-1)?.t ?? 0];
  const x = (t: number): string => (to === from ? width : ((t - from) / (to - from)) * width).toFixed(1);
  const y = (value: number): number =>
    high === low ? height / 2 : height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN);
  const path = (values: readonly number[]): string =>
    values
      .map((value, index) => {
        const at = y(value).toFixed(1);
        return index === 0 ? `M0 ${at}` : `H${x(points[index]?.t ?? to)}V${at}`;
      })
      .join('')
      .concat(`H${width}`);
  return { all: path(all), certain: path(certain), zero: y(0) };
}
