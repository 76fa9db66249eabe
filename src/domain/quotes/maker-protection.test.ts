import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { InstrumentId } from '../../contract/model/ids.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { FillWindow } from './maker-protection.ts';

const fill = fc.record({
  instrumentId: fc.constantFrom(1001 as InstrumentId, 1002 as InstrumentId),
  signedQty: fc.bigInt({ min: -3n, max: 3n }),
  afterMs: fc.nat(40),
});
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

test('the totals are those of the fills within the window, after fills were forgotten or the window was emptied', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fill, fc.constant(null)), { maxLength: 30 }), (steps) => {
      const window = new FillWindow();
      let [now, all] = [0, [] as { instrumentId: InstrumentId; signedQty: bigint; at: TimestampMs }[]];
      for (const step of steps) {
        if (step === null) {
          window.clear();
          all = [];
        } else {
          now += step.afterMs;
          const added = { ...step, at: now as TimestampMs };
          window.add(added);
          all.push(added);
        }
        all = all.filter(({ at }) => now - at < 100);
        const nets = [...Map.groupBy(all, ({ instrumentId }) => instrumentId).values()].map((fills) =>
          absolute(sum(fills.map(({ signedQty }) => signedQty))),
        );
        assert.deepEqual(window.totals(100, now as TimestampMs), {
          filledQty: sum(all.map(({ signedQty }) => absolute(signedQty))),
          netQty: sum(nets),
        });
      }
    }),
  );
});
