import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyAnswer, classifyRefusal, errorText, type Verdict } from './polymarket-refusals.ts';

const says = (words: string): string => JSON.stringify({ error: words });

/** `refused code`, `killed reason` or `unknown`. */
function renderVerdict(verdict: Verdict): string {
  if (verdict.kind === 'refused') return `refused ${verdict.code}`;
  return verdict.kind === 'killed' ? `killed ${verdict.reason}` : 'unknown';
}

test('a refusal for an allowance names the spender', () => {
  const words =
    'the allowance is not enough -> spender: 0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296, allowance: 0';
  const verdict = classifyAnswer(400, says(`not enough balance / allowance: ${words}`));
  assert.match(
    verdict.kind === 'refused' ? verdict.message : '',
    /spender: 0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296/,
  );
});

test('an unknown error text refuses with a status that rejects the request, and proves nothing with another', () => {
  const said = says('something new');
  for (const status of [400, 404, 405, 410, 413, 415, 422])
    assert.equal(renderVerdict(classifyAnswer(status, said)), 'refused venue_rejected', `${status}`);
  assert.equal(renderVerdict(classifyAnswer(401, said)), 'refused unauthorized');
  for (const status of [403, 451]) {
    const verdict = classifyAnswer(status, says('Trading restricted in your region'));
    assert.deepEqual(verdict, {
      kind: 'refused',
      code: 'forbidden',
      message: 'Trading restricted in your region',
    });
  }
  for (const status of [200, 302, 408, 409, 499, 500, 502, 503, 504])
    assert.equal(renderVerdict(classifyAnswer(status, said)), 'unknown', `${status}`);
});

test('an answer without an error text proves nothing, whatever the status', () => {
  for (const status of [200, 400, 401, 403, 404, 500, 502, 503])
    for (const body of ['{}', '', '<html>gateway</html>', '[]', '{"error":{}}', '"no"'])
      assert.equal(renderVerdict(classifyAnswer(status, body)), 'unknown', `${status} ${body}`);
});

test('an unknown text that does not exclude that the order exists proves nothing', () => {
  for (const words of [
    'request timed out',
    'upstream timeout',
    'the order is delayed',
    'could not reach the engine',
    'internal failure',
    'order already known',
    'duplicate order',
    'an order with this hash exists',
    'service unavailable',
  ])
    for (const status of [400, 403, 404, 422])
      assert.equal(renderVerdict(classifyAnswer(status, says(words))), 'unknown', `${status} ${words}`);
});

test('an answer that proves nothing is kept: its text, else its body, else its status', () => {
  const said = (status: number, body: string): unknown => {
    const verdict = classifyAnswer(status, body);
    return verdict.kind === 'unknown' ? verdict.venueAnswer?.venueMessage : verdict;
  };
  assert.equal(said(500, says('could not run the execution')), 'could not run the execution');
  assert.equal(said(500, says('order timed out')), 'order timed out');
  assert.equal(said(502, '<html>bad gateway</html>'), '<html>bad gateway</html>');
  assert.equal(said(503, ' '), 'HTTP 503');
  const verdict = classifyRefusal({ success: true, errorMsg: 'odd' }, '{"success":true,"errorMsg":"odd"}');
  assert.equal(verdict.kind === 'unknown' && verdict.venueAnswer?.venueMessage, 'odd');
});

test('425 and 429 refuse with any body; a known text refines a 429', () => {
  for (const body of ['', says('order timed out')])
    assert.equal(renderVerdict(classifyAnswer(425, body)), 'refused venue_restarting');
  assert.equal(renderVerdict(classifyAnswer(429, '')), 'refused rate_limited');
  assert.equal(renderVerdict(classifyAnswer(429, says('slow down'))), 'refused rate_limited');
  assert.equal(renderVerdict(classifyAnswer(429, says('address banned'))), 'refused banned');
});

test('a known text takes precedence over the status', () => {
  for (const status of [400, 401, 403, 500, 503]) {
    assert.equal(
      renderVerdict(classifyAnswer(status, says('not enough balance / allowance'))),
      'refused insufficient_balance',
    );
    assert.equal(renderVerdict(classifyAnswer(status, says('order timed out'))), 'unknown');
    assert.equal(
      renderVerdict(classifyAnswer(status, says('order match delayed due to market conditions'))),
      'unknown',
      'it may be in the book yet',
    );
  }
});

// The texts with an arrow are in the shape of 2026-09.
for (const [words, verdict] of [
  ['not enough balance / allowance: the balance is not enough -> balance: 0', 'refused insufficient_balance'],
  [
    'not enough balance / allowance: the allowance is not enough -> spender: 0xd91E80cF, allowance: 0',
    'refused insufficient_allowance',
  ],
  ['order 0xab is invalid. Duplicated.', 'refused duplicate_client_id'],
  ['could not insert order', 'unknown'],
  ['internal server error', 'unknown'],
  ["order couldn't be fully filled. FOK orders are fully filled or killed.", 'killed fok_unfilled'],
  ['no orders found to match with FAK order', 'killed no_liquidity'],
  ['the exchange is in post-only mode', 'refused post_only'],
  ['Trading is currently cancel-only', 'refused cancel_only'],
  ['Trading is currently disabled', 'refused trading_disabled'],
  ['order breaks minimum tick size rule: 0.01', 'refused price_off_tick'],
  ['Size (1) lower than the minimum: 5', 'refused qty_below_min'],
  ['invalid amount for a marketable BUY order ($0.4), min size: $1', 'refused notional_below_min'],
  ['invalid post-only order: order crosses book', 'refused would_cross'],
  ['address in closed only mode', 'refused closed_only'],
  ['invalid signature', 'refused invalid_signature'],
  ['the order owner has to be the owner of the API KEY', 'refused wrong_account'],
  ['Unauthorized/Invalid api key', 'refused unauthorized'],
  ['the market is not yet ready to process new orders', 'refused market_not_open'],
  ['No orderbook exists for the requested token id', 'refused market_not_open'],
] as const) {
  test(`"${words}" is ${verdict}`, () => {
    assert.equal(renderVerdict(classifyAnswer(400, says(words))), verdict);
    assert.equal(renderVerdict(classifyAnswer(400, says(words.toUpperCase()))), verdict, 'in any case');
  });
}

const refusalOf = (fields: Readonly<Record<string, unknown>>): Verdict =>
  classifyRefusal(fields, JSON.stringify(fields));

test('a 200 without an acknowledgement refuses only with an error text', () => {
  const words = { errorMsg: 'an unknown reason' };
  assert.equal(renderVerdict(refusalOf({ success: false, ...words })), 'refused venue_rejected');
  assert.equal(renderVerdict(refusalOf({ orderID: '', ...words })), 'refused venue_rejected');
  assert.equal(
    renderVerdict(refusalOf({ success: false, error: 'not enough balance' })),
    'refused insufficient_balance',
  );
  assert.equal(
    renderVerdict(refusalOf({ success: false, errorMsg: 'order timed out' })),
    'unknown',
    'an inconclusive text stays inconclusive',
  );
  assert.equal(renderVerdict(refusalOf({ success: false })), 'unknown');
  assert.equal(renderVerdict(refusalOf(words)), 'unknown');
  assert.equal(renderVerdict(refusalOf({ success: true, orderID: '0xab', ...words })), 'unknown');
});

test('the error text is found in each field that the venue uses', () => {
  for (const field of ['error', 'errorMsg', 'error_msg', 'message'])
    assert.equal(errorText(JSON.stringify({ [field]: 'no' })), 'no', field);
  assert.equal(errorText('not json'), null);
  assert.equal(errorText('{"error":null}'), null);
});
