import type { Venue } from '../../../../sdk/src/index.ts';
import type { Figure } from '../../components/figures.tsx';

const TIF_WORDS: Readonly<Record<string, string>> = {
  GTC: 'until cancelled',
  IOC: 'immediate or cancel',
  FOK: 'fill or kill',
  GTD: 'until a given time',
};

/** The capabilities of a venue as labelled figures. */
export const capabilityRows = ({ capabilities }: Venue): readonly Figure[] => [
  ['Orders', capabilities.trading ? 'supported' : 'not supported'],
  ['Money', capabilities.simulated ? 'simulated' : 'real'],
  ['Amend', capabilities.amend === 'native' ? 'in place' : 'cancel and replace'],
  ['Amend to a larger quantity', capabilities.amend_qty_increase ? 'possible' : 'not possible'],
  ['Post-only orders', capabilities.post_only ? 'supported' : 'not supported'],
  ['Reduce-only orders', capabilities.reduce_only ? 'supported' : 'not supported'],
  ['Cancel on pause', capabilities.cancel_on_pause ? 'supported' : 'not supported'],
  ['Self-trade prevention', capabilities.self_trade === 'NATIVE' ? 'by the venue' : 'by this service'],
  ['Time in force', renderTifs(capabilities.tif)],
  ...toSales(capabilities),
];

/** A sale of held tokens may have other times in force; where it has not, one line says all. */
const toSales = ({ tif, tif_sell: ofSales }: Venue['capabilities']): readonly Figure[] =>
  renderTifs(tif) === renderTifs(ofSales) ? [] : [['Time in force of sales', renderTifs(ofSales)]];

const renderTifs = (tifs: readonly string[]): string =>
  tifs.map((tif) => `${tif} ${TIF_WORDS[tif] ?? ''}`.trim()).join(', ');
