import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ParamsOf } from '../../contract/model/complex-order-types.ts';
import type { Instrument } from '../../contract/model/instrument.ts';
import { price, qty } from '../../domain/order-state/order.fixture.ts';
import { openInstrument } from '../../oms/oms.fixture.ts';
import { newParent } from '../rules/parent-rules.fixture.ts';
import { combineTargets, type TargetView, toLegInput } from './target-views.ts';

const level = (at: string) => ({ price: price(at), qty: qty('5') });
const BOOK = { bids: [level('0.47'), level('0.46')], asks: [level('0.49'), level('0.5')] };

describe('what an order with two legs sees of a market', () => {
  for (const [side, outcome, takes, gives] of [
    ['BUY', 'YES', ['0.49', '0.5'], ['0.47', '0.46']],
    ['SELL', 'YES', ['0.47', '0.46'], ['0.49', '0.5']],
    ['BUY', 'NO', ['0.53', '0.54'], ['0.51', '0.5']],
    ['SELL', 'NO', ['0.51', '0.5'], ['0.53', '0.54']],
  ] as const)
    test(`${side} ${outcome} takes ${takes[0]}, and gives back at ${gives[0]}`, () => {
      const instrument = openInstrument(1001);
      const target = { instrumentId: instrument.instrumentId, side, outcome };
      const leg = toLegInput({ target, instrument, book: BOOK, notionalMin: null });
      assert.deepEqual([leg.takes, leg.gives], [takes.map(level), gives.map(level)]);
      const paused = openInstrument(1001, { status: 'PAUSED' });
      const closed = toLegInput({ target, instrument: paused, book: BOOK, notionalMin: null });
      assert.deepEqual([closed.takes, closed.gives, closed.isUsable], [[], [], false]);
    });
});

const view = (id: number, status: Instrument['status']): TargetView => {
  const instrument = openInstrument(id, { status });
  const isOpen = status === 'OPEN';
  return {
    target: { instrumentId: instrument.instrumentId, side: 'BUY', outcome: 'YES' },
    instrument,
    book: isOpen ? BOOK : null,
    touch: isOpen ? { bid: price('0.47'), ask: price('0.49') } : null,
    obstacle: isOpen ? null : 'market_paused',
    obstacleSince: null,
    notionalMin: null,
  };
};

describe('the markets of an OCO', () => {
  const { target: other } = view(1002, 'OPEN');
  const twoLimits: ParamsOf<'OCO'> = {
    type: 'OCO',
    limitPrice: price('0.4'),
    limitTarget: null,
    otherLimit: { ...other, price: price('0.3') },
    stop: null,
    triggerSource: 'TOUCH',
    maxOutageMs: null,
  };
  const withStop: ParamsOf<'OCO'> = {
    ...twoLimits,
    otherLimit: null,
    limitTarget: other,
    stop: { triggerPrice: price('0.6'), price: null, maxSlippage: price('0.05') },
  };
  for (const [first, second, ofLimits, ofStop] of [
    ['OPEN', 'OPEN', true, true],
    ['PAUSED', 'OPEN', true, false],
    ['OPEN', 'PAUSED', true, true],
    ['PAUSED', 'PAUSED', false, false],
  ] as const)
    test(`${first} and ${second} ${ofLimits ? '' : 'do not '}suffice for two limits, and ${ofStop ? '' : 'do not '}for a limit with a stop`, () => {
      const views = [view(1001, first), view(1002, second)];
      const isUsable = (params: ParamsOf<'OCO'>) => {
        const { touch, obstacle, isMarketOpen } = combineTargets(newParent(params), views);
        assert.deepEqual([touch !== null, obstacle === null], [isMarketOpen, isMarketOpen]);
        return isMarketOpen;
      };
      assert.deepEqual([isUsable(twoLimits), isUsable(withStop)], [ofLimits, ofStop]);
    });
});
