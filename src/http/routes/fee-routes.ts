import { type Static, Type } from 'typebox';
import {
  err,
  type Instrument,
  invalidField,
  PRICE_ONE,
  type Price,
  parseInstrumentId,
  parsePrice,
  parseQty,
  type Qty,
  rejection,
  renderNotional,
  type Side,
  type VenueName,
} from '#contract';
import { computeSingleFillFee, type FeeSide } from '#domain';
import { type Call, type RouteResult, readFilters, respond, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Count,
  Decimal,
  InstrumentIdInput,
  InstrumentIdSchema,
  Nullable,
  SideSchema,
  SignedAmount,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { FeesSchema, renderFees } from './market-routes.ts';

const FeesQuery = Type.Object({ venue: Type.Optional(VenueNameSchema) });

export const VenueFeesSchema = Type.Object(
  { venue: VenueNameSchema, fees: Nullable(FeesSchema), instruments: Count },
  {
    description: 'A fee schedule, and the number of open instruments of the venue that have it.',
    examples: EXAMPLES.VenueFees,
  },
);

const FeeLookupBody = Type.Object({
  instrument_ids: Type.Array(InstrumentIdInput, {
    expects: 'must be an array of instrument ids',
    examples: [[1002, 1001]],
  }),
  price: Type.Optional(Decimal),
  qty: Type.Optional(Decimal),
  side: Type.Optional(SideSchema),
});

export const FeeLookupSchema = Type.Object(
  {
    instrument_id: InstrumentIdSchema,
    venue: VenueNameSchema,
    fees: Nullable(FeesSchema),
    taker_fee: Nullable(SignedAmount),
    maker_fee: Nullable(SignedAmount),
  },
  {
    description:
      'The fee schedule of an instrument, and the fee of an order that fills at `price` in one fill. The fees are null without `price` and `qty`, and where the schedule is unknown.',
    examples: EXAMPLES.FeeLookup,
  },
);

export const feeRoutes = [
  route({
    tag: 'Markets',
    path: '/v1/fees',
    name: 'listFees',
    agents: true,
    summary: 'List the fee schedules of the venues',
    notes:
      'The schedules by which orders are routed, by venue in its configured order, the most frequent first.',
    query: FeesQuery,
    response: Type.Array(VenueFeesSchema),
    handle: list,
  }),
  route({
    tag: 'Markets',
    method: 'POST',
    permission: 'read',
    path: '/v1/fees/lookup',
    name: 'lookupFees',
    agents: true,
    summary: 'Look up the fees of instruments',
    notes:
      'In the order of the request, each instrument once; unknown ids are omitted. `price` and `qty` are given together. `side` is `BUY` by default; it matters only where cash is rounded.',
    body: FeeLookupBody,
    response: Type.Array(FeeLookupSchema),
    rejections: ['lookup_too_large'],
    handle: lookup,
  }),
];

interface Group {
  readonly venue: VenueName;
  readonly fees: Instrument['fees'];
  instruments: number;
}

async function list(call: Call<Static<typeof FeesQuery>>): Promise<RouteResult> {
  const { marketData } = call.deps;
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const { venue } = filters.value;
  const groups = new Map<string, Group>();
  for await (const page of marketData.list({ venue, q: null, afterId: null, limit: null }))
    for (const instrument of page) if (instrument.status === 'OPEN') addToGroup(groups, instrument);
  const names = marketData.venues().map(({ name }) => name);
  const sorted = [...groups.values()].sort(
    (a, b) => names.indexOf(a.venue) - names.indexOf(b.venue) || b.instruments - a.instruments,
  );
  return respond(sorted.map(renderGroup));
}

function addToGroup(groups: Map<string, Group>, { venue, fees }: Instrument): void {
  const key = `${venue} ${fees === null ? '' : JSON.stringify(renderFees(fees))}`;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, { venue, fees, instruments: 1 });
  else group.instruments += 1;
}

const renderGroup = ({ venue, fees, instruments }: Group) => ({
  venue,
  fees: fees === null ? null : renderFees(fees),
  instruments,
});

const readLookup = createBodyReader(FeeLookupBody);

async function lookup({ deps, body }: Call): Promise<RouteResult> {
  const read = readLookup(body);
  if (!read.ok) return read;
  const { instrument_ids: given, price, qty, side = 'BUY' } = read.value;
  const max = deps.config.markets.lookupMax;
  if (given.length > max)
    return err(
      rejection('lookup_too_large', `at most ${max} ids in one lookup`, { max, given: given.length }),
    );
  if ((price === undefined) !== (qty === undefined))
    return err(invalidField(price === undefined ? 'price' : 'qty', 'price and qty must be given together'));
  const fill = price === undefined ? null : { side, price: parsePrice(price), qty: parseQty(qty) };
  if (fill !== null && !isPriced(fill)) return err(invalidField('price', 'must be between 0 and 1'));
  const ids = given.flatMap((id) => parseInstrumentId(id) ?? []);
  return respond((await deps.marketData.lookup(ids)).map((each) => renderFeeLookup(each, fill)));
}

interface Fill {
  readonly side: Side;
  readonly price: Price;
  readonly qty: Qty;
}

const isPriced = (fill: { readonly [Field in keyof Fill]: Fill[Field] | null }): fill is Fill =>
  fill.qty !== null && fill.price !== null && fill.price <= PRICE_ONE;

const renderFeeLookup = ({ instrumentId, venue, fees }: Instrument, fill: Fill | null) => {
  const feeOf = (liquidity: FeeSide): string | null =>
    fees === null || fill === null
      ? null
      : renderNotional(computeSingleFillFee(fees, fill.side, fill.price, fill.qty, liquidity));
  return {
    instrument_id: instrumentId,
    venue,
    fees: fees === null ? null : renderFees(fees),
    taker_fee: feeOf('TAKER'),
    maker_fee: feeOf('MAKER'),
  };
};
