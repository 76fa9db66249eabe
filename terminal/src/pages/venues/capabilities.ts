import type { Venue } from '../../../../sdk/src/index.ts';
import type { Figure } from '../../components/figures.tsx';

const TIF_WORDS: Readonly<Record<string, string>> = {
  GTC: 'until cancelled',
  IOC: 'at once or not',
  FOK: 'whole at once or not',
  GTD: 'until a time',
};

/** What a venue can do, in words. */
export const capabilityRows = ({ capabilities }: Venue): readonly Figure[] => [
  ['Orders', capabilities.trading ? 'taken' : 'not taken here'],
  ['Money', capabilities.simulated ? 'simulated' : 'real'],
  ['Changing an order', capabilities.amend === 'native' ? 'keeps its place' : 'cancels and sends again'],
  ['Raising its quantity', capabilities.amend_qty_increase ? 'possible' : 'not possible'],
  ['An order lives', capabilities.tif.map((tif) => `${tif} ${TIF_WORDS[tif] ?? ''}`.trim()).join(', ')],
];
