import type { FeeSchedule } from '../fees/schedule.ts';
import type { PriceBand } from '../instruments/instrument.ts';
import { price } from './formats.ts';
import { decimal, integer, listOf, notional, nullable, oneOf, record } from './json.ts';

// How the terms of trading an instrument are stored, wherever instruments are kept.

export const priceBands = nullable(listOf(record<PriceBand>({ from: price, to: price, step: price })));

export const fees = nullable(
  record<FeeSchedule>({
    takerRate: decimal(),
    makerRate: decimal(),
    exponent: integer(),
    fillStep: notional,
    fillRounding: oneOf<FeeSchedule['fillRounding']>({ up: true, half_up: true }),
    cashStep: nullable(notional),
  }),
);
