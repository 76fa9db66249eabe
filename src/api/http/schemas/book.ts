import { Type } from 'typebox';
import {
  Amount,
  GenericAssetId,
  InstrumentId,
  Nullable,
  SubaccountId,
  Timestamp,
  VenueName,
} from './common.ts';

export const DEPTH_LIGHT = 10; // levels of each side in the light book
const DEPTH_MAX = 1000;

const LevelSchema = Type.Object({ price: Amount, qty: Amount });
const SequenceSchema = Type.Integer({ minimum: 0, description: 'Grows with every change.' });

export const BookSchema = Type.Object(
  {
    instrument_id: InstrumentId,
    bids: Type.Array(LevelSchema),
    asks: Type.Array(LevelSchema),
    timestamp: Timestamp,
    sequence: SequenceSchema,
  },
  {
    description: "One instrument's book in YES terms, best level first on both sides.",
    examples: [
      {
        instrument_id: 1001,
        bids: [
          { price: '0.47', qty: '120' },
          { price: '0.46', qty: '300' },
        ],
        asks: [{ price: '0.49', qty: '80' }],
        timestamp: 1782907200000,
        sequence: 88121,
      },
    ],
  },
);

const AggregatedLevelSchema = Type.Object({
  price: Amount,
  qty: Amount,
  breakdown: Type.Array(Type.Object({ venue: VenueName, instrument_id: InstrumentId, qty: Amount })),
});

const BookMemberSchema = Type.Object({
  venue: VenueName,
  instrument_id: InstrumentId,
  status: Type.Enum(['live', 'stale', 'gapped', 'crossed', 'closed', 'none'], {
    description: 'Only the levels of `live` members are in the book, and only those are routed to.',
  }),
  age_ms: Nullable(Type.Integer({ minimum: 0, description: 'Since the venue last spoke of it.' })),
  inverted: Type.Boolean(),
});

export const AggregatedBookSchema = Type.Object(
  {
    generic_asset_id: GenericAssetId,
    bids: Type.Array(AggregatedLevelSchema),
    asks: Type.Array(AggregatedLevelSchema),
    members: Type.Array(BookMemberSchema),
    timestamp: Timestamp,
    sequence: SequenceSchema,
  },
  {
    description: 'The books of all members of an asset as one; each level says which venue holds what of it.',
    examples: [
      {
        generic_asset_id: 501,
        bids: [
          {
            price: '0.47',
            qty: '150',
            breakdown: [
              { venue: 'Kalshi', instrument_id: 2001, qty: '120' },
              { venue: 'Polymarket', instrument_id: 3001, qty: '30' },
            ],
          },
        ],
        asks: [],
        members: [
          { venue: 'Kalshi', instrument_id: 2001, status: 'live', age_ms: 12, inverted: false },
          { venue: 'Polymarket', instrument_id: 3001, status: 'live', age_ms: 40, inverted: false },
        ],
        timestamp: 1782907200000,
        sequence: 4402,
      },
    ],
  },
);

export const LightBookQuery = Type.Object({
  depth: Type.Integer({
    minimum: 1,
    maximum: DEPTH_MAX,
    default: DEPTH_LIGHT,
    description: 'Levels of each side.',
  }),
});

export const AggregatedBookQuery = Type.Object({ subaccount_id: Type.Optional(SubaccountId) });
