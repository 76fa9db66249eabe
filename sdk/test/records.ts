/** The example records of the API document, for the fake service to answer with. */
import EXAMPLES from '../../src/server/http/routes/examples.json' with { type: 'json' };
import type { Fill, GenericAsset, Instrument, MarketEvent, Order, Position, Trade } from '../src/index.ts';

export const NOW = '2026-07-01T12:00:00.000Z';

/** Another test compares the examples with the schemas. */
const first = <Entry>(examples: readonly unknown[]): Entry => examples[0] as Entry;

export const instrument = first<Instrument>(EXAMPLES.Instrument);
export const fill = first<Fill>(EXAMPLES.Fill);
export const position = first<Position>(EXAMPLES.Position);
export const event = first<MarketEvent>(EXAMPLES.Event);
export const genericAsset = first<GenericAsset>(EXAMPLES.GenericAsset);
export const order: Order = {
  ...first<Order>(EXAMPLES.Order),
  status: 'OPEN',
  filled_qty: '0',
  remaining_qty: '10',
  avg_fill_price: null,
  legs: [],
};

export const createPrint = (id: number): Trade => ({
  ...first<Trade>(EXAMPLES.Trade),
  id,
  timestamp: 1782907200000 + id,
});
