import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLER } from '../../../test/support/http/http-records.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import { ok } from '../../contract/model/result.ts';
import type { QuotePut } from '../../orders/quotes/quote-types.ts';
import type { Call, HttpDeps } from '../route.ts';
import { quoteRoutes } from './quote-routes.ts';

const NOW = 1_782_907_200_000;
const DAY_MS = 86_400_000;

/** The code of the answer, and whether the call reached order management. */
async function putWith(quoteSeq: number) {
  const reached: number[] = [];
  const put = async (_: unknown, { subaccountId, quoteSeq: seq }: QuotePut) => {
    reached.push(seq);
    return ok({ subaccountId, quoteSeq: seq, sides: [] });
  };
  const deps = { clock: { now: () => NOW }, trading: { quotes: { put } } } as unknown as HttpDeps;
  const route = requirePresent(
    quoteRoutes.find(({ name }) => name === 'putQuotes'),
    'the route',
  );
  const quotes = [{ instrument_id: 1001, bid: { price: '0.46', qty: '5' } }];
  const body = { subaccount_id: 'sa_1', quote_seq: quoteSeq, quotes };
  const answer = await route.handle({ deps, caller: CALLER, body } as unknown as Call);
  return { code: answer.ok ? 'ok' : answer.error.message, reached };
}

test('a sequence may be a counter or the Unix time, up to a day ahead, and no larger number reaches the quotes', async () => {
  for (const seq of [1, 812, NOW, NOW + DAY_MS])
    assert.deepEqual(await putWith(seq), { code: 'ok', reached: [seq] });
  for (const seq of [NOW + DAY_MS + 1, NOW * 1_000, Number.MAX_SAFE_INTEGER]) {
    const { code, reached } = await putWith(seq);
    assert.match(code, /^quote_seq must not be more than a day ahead of the Unix time in milliseconds/);
    assert.deepEqual(reached, []);
  }
});
