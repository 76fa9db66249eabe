import { PRICE_ONE, type Price } from '../../src/core/kernel/decimal.ts';
import { type Band, type Grid, uniformGrid } from '../common/grid.ts';

const CENT = 1_000_000n;
const STEPS: Readonly<Record<string, bigint>> = {
  whole: CENT,
  half: CENT / 2n,
  quint: CENT / 5n,
  deci: CENT / 10n,
  centi: CENT / 100n,
};

/** The grid of a price level structure by its name; null for a name that is not known. */
export function gridOf(structure: string): Grid | null {
  if (structure === 'linear_cent') return uniformGrid(CENT as Price);
  if (structure === 'deci_cent') return uniformGrid((CENT / 10n) as Price);
  if (structure === 'tapered_deci_cent') return edged(CENT * 10n, CENT / 10n, CENT);
  if (structure === 'center_deci_edge_centi_cent') return edged(CENT, CENT / 100n, CENT / 10n);
  const named = /^center_(whole|half|quint)_edge_(half|quint|deci)_cent$/.exec(structure);
  const [center, edge] = [STEPS[named?.[1] ?? ''], STEPS[named?.[2] ?? '']];
  return center === undefined || edge === undefined ? null : edged(CENT * 10n, edge, center);
}

/** The name of the structure with this one step; null when there is none. */
export function structureOfTick(tick: string): string | null {
  if (tick === '0.01') return 'linear_cent';
  return tick === '0.001' ? 'deci_cent' : null;
}

function edged(width: bigint, edge: bigint, center: bigint): Grid {
  const band = (start: bigint, end: bigint, step: bigint): Band => ({
    start: start as Price,
    end: end as Price,
    step: step as Price,
  });
  return [
    band(0n, width, edge),
    band(width, PRICE_ONE - width, center),
    band(PRICE_ONE - width, PRICE_ONE, edge),
  ];
}
