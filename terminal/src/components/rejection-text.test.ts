import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, OutcomeUnknownError } from '../../../sdk/src/index.ts';
import { toRejectionText, toSentence } from './rejection-text.ts';

test('the words of the title are not repeated in the message', () => {
  const message = 'the kill switch is on: no new orders until it is switched off';
  const error = new ApiError({ status: 403, error: 'kill_switch', message });
  assert.equal(toSentence(error), 'The kill switch is on: no new orders until it is switched off');
});

test('a limit is named as the pages name it', () => {
  const message = 'max_order_qty of the subaccount is 5; this would make it 10';
  const details = { limit: 'max_order_qty', scope: 'subaccount', max: '5', value: '10' };
  const error = new ApiError({ status: 422, error: 'risk_limit', message, details });
  assert.equal(
    toRejectionText(error).fields['qty'],
    'Largest order of the subaccount is 5; this would make it 10',
  );
});

test('only an order without an answer has an unknown outcome', () => {
  const unknown = new OutcomeUnknownError({ message: 'sent', clientOrderIds: ['web-1'] });
  assert.equal(toRejectionText(unknown).title, 'Outcome unknown');
  assert.equal(toRejectionText(new Error('connection refused')).title, 'Not sent');
});
