import { type Rejection, rejection } from '#contract';

const RETRY_AFTER_MS = 1_000;

export const noOwner = (name: string | null): Rejection =>
  rejection('not_owner', 'no owner of the journal takes requests now: nothing was sent to it', {
    owner: name,
    outcome: 'not_stored',
    retry_after_ms: RETRY_AFTER_MS,
  });

export const noConnection = (owner: string): Rejection =>
  rejection('not_owner', 'the owner of the journal cannot be reached: nothing was sent to it', {
    owner,
    outcome: 'not_stored',
    retry_after_ms: RETRY_AFTER_MS,
  });

/** A read stores nothing. Any other request may have been executed, so it is not sent again. */
export const noAnswer = (method: string, owner: string): Rejection =>
  method === 'GET' || method === 'HEAD'
    ? rejection('journal_unavailable', 'the owner of the journal did not answer: nothing was stored', {
        owner,
        outcome: 'not_stored',
        retry_after_ms: RETRY_AFTER_MS,
      })
    : rejection(
        'journal_unavailable',
        'the owner of the journal did not answer, and may have stored this request: repeat an order with the same client_order_id',
        { owner, outcome: 'unknown', retry_after_ms: RETRY_AFTER_MS },
      );
