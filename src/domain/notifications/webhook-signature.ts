import { createHmac } from 'node:crypto';
import type { TimestampMs } from '#contract';
import type { Webhook } from './webhook.ts';

const SECRET_PREFIX = 'whsec_';

/** @param hex  the random bytes of the secret, 24 to 64 of them */
export const toWebhookSecret = (hex: string): string =>
  SECRET_PREFIX + Buffer.from(hex, 'hex').toString('base64');

/**
 * The headers of a message: id, time of the attempt in Unix seconds, and one signature for each valid secret.
 * Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signMessage(
  webhook: Pick<Webhook, 'secret' | 'previousSecret' | 'previousUntil'>,
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: TimestampMs },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const { secret, previousSecret, previousUntil } = webhook;
  const isPreviousValid = previousSecret !== null && previousUntil !== null && at < previousUntil;
  const secrets = isPreviousValid ? [secret, previousSecret] : [secret];
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((each) => `v1,${computeSignature(each, content)}`).join(' '),
  };
}

const computeSignature = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(content)
    .digest('base64');
