import process from 'node:process';

/** One row of the table: a figure measured over several rounds and the value it is compared with. */
export interface Figure {
  readonly name: string;
  readonly unit: string; // `req/s`, `ms`, `µs`, `MiB`, …
  readonly ours: readonly number[]; // one value per round
  readonly bare: readonly number[] | null; // the bare server's value in the same round; null if there is none
  readonly p50: number | null; // of single operations, in the unit; null unless the figure is a latency
  readonly p99: number | null;
  readonly aim: string;
}

/** Sends figures to the harness that started this benchmark, or prints them if it was started alone. */
export function publish(figures: readonly Figure[]): void {
  if (process.send !== undefined) process.send(figures);
  else console.log(renderTable(figures));
}

/** Renders a Markdown table that is aligned as plain text too, without the columns that have no figure. */
export function renderTable(figures: readonly Figure[]): string {
  const columns = ['figure', 'measured', 'bare', 'ratio', 'spread', 'p50', 'p99', 'aim'];
  const cells = figures.map(toCells);
  const isUsed = (_: string, column: number) => cells.some((row) => row[column] !== '');
  const head = columns.filter(isUsed);
  const rows = [head, ...cells.map((row) => row.filter(isUsed))];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...rows.slice(1).map(line)].join('\n');
}

/** The median; for an even count the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that `share` (0..1) of all values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function toCells({ name, unit, ours, bare, p50, p99, aim }: Figure): string[] {
  const ratios = bare?.map((value, round) => (ours[round] ?? Number.NaN) / value);
  const spread = ratios ?? ours;
  return [
    name,
    `${short(median(ours))} ${unit}`,
    bare === null ? '' : `${short(median(bare))} ${unit}`,
    ratios === undefined ? '' : short(median(ratios)),
    spread.length === 1 ? '' : `${short(Math.min(...spread))}–${short(Math.max(...spread))}`,
    p50 === null ? '' : `${short(p50)} ${unit}`,
    p99 === null ? '' : `${short(p99)} ${unit}`,
    aim,
  ];
}

/** Three significant digits, thousands grouped. */
const short = (value: number): string =>
  Number.isFinite(value)
    ? Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 6 })
    : '–';
