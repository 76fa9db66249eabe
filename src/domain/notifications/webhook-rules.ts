import type { TimestampMs } from '#contract';
import { type AddressScope, getAddressScope } from './address-rules.ts';
import type { Webhook, WebhookAttempt, WebhookDelivery } from './webhook.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delay of each attempt after the one before; the example schedule of the Standard Webhooks specification. */
const ATTEMPT_DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
];

const GONE = 410;
const FAILING_MS_MAX = 5 * 24 * HOUR_MS;
const URL_LENGTH_MAX = 2_048;

/** How long the previous secret of a rotated webhook also signs. */
export const ROTATION_MS = 24 * HOUR_MS;

/**
 * Parses the URL of a webhook: https, or http to this machine only, without a user name. A literal address must be public,
 * unless the policy permits others. A name is resolved and checked at each attempt.
 *
 * @returns the URL without its fragment, or why it is refused
 */
export function parseWebhookUrl(
  text: string,
  policy: AddressPolicy,
): { readonly url: string } | { readonly issue: string } {
  if (text.length > URL_LENGTH_MAX) return { issue: `must have at most ${URL_LENGTH_MAX} characters` };
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return { issue: 'must be an https URL' };
  if (url.username !== '' || url.password !== '') return { issue: 'must not contain a user name' };
  const host = getHost(url);
  const scope = isLocalName(host) ? 'loopback' : getAddressScope(host);
  if (url.protocol === 'http:' && scope !== 'loopback')
    return { issue: 'must be https; http is accepted for this machine only' };
  if (scope === 'loopback' && !policy.isLoopbackAllowed) return { issue: LOOPBACK };
  if (scope === 'loopback' && policy.ownPorts().has(getPort(url))) return { issue: OWN_PORT };
  if (scope !== null && !mayCall(url, scope, policy)) return { issue: PRIVATE };
  url.hash = '';
  return { url: url.href };
}

const LOOPBACK = 'must not name the machine of the service; the setting webhooks.allow_loopback permits it';
const OWN_PORT = 'must not name a port of the service itself';
const PRIVATE = 'must not name a private address; the setting webhooks.allow_private permits it';

/** The addresses other than public ones that messages may go to. */
export interface AddressPolicy {
  readonly isPrivateAllowed: boolean;
  readonly isLoopbackAllowed: boolean;
  /** The ports of this machine that the service and its simulators listen on: no message goes to them. */
  readonly ownPorts: () => ReadonlySet<number>;
}

/** True if an attempt may connect to an address with this scope: http only to this machine, https only to others. */
export function mayCall(url: URL, scope: AddressScope, policy: AddressPolicy): boolean {
  const isHttp = url.protocol === 'http:';
  if (scope !== 'loopback') return !isHttp && (scope === 'public' || policy.isPrivateAllowed);
  if (!policy.isLoopbackAllowed || policy.ownPorts().has(getPort(url))) return false;
  return isHttp || policy.isPrivateAllowed;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const getPort = ({ port, protocol }: URL): number =>
  port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port);

/** The name or address of a URL; an IPv6 address without its brackets. */
export const getHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** A webhook and its delivery after an attempt. */
export interface AfterAttempt {
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
}

/**
 * Records an attempt. A 2xx answer ends the delivery; 410 disables the webhook, and so does an endpoint that has failed
 * for five days; any other outcome is tried again until the schedule ends.
 */
export function applyAttempt(
  webhook: Webhook,
  delivery: WebhookDelivery,
  attempt: WebhookAttempt,
): AfterAttempt {
  const attempts = [...delivery.attempts, attempt];
  const endedAt = (attempt.at + attempt.durationMs) as TimestampMs;
  const { httpStatus } = attempt;
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) {
    return {
      webhook: webhook.failingSince === null ? webhook : { ...webhook, failingSince: null },
      delivery: { ...delivery, attempts, status: 'DELIVERED', nextAt: null },
    };
  }
  const failingSince = webhook.failingSince ?? attempt.at;
  const reason = httpStatus === GONE ? 'gone' : endedAt - failingSince >= FAILING_MS_MAX ? 'failing' : null;
  const delayMs = ATTEMPT_DELAYS_MS[attempts.length - delivery.attemptsBefore];
  const next =
    delayMs === undefined ? FAILED : { status: 'PENDING', nextAt: (endedAt + delayMs) as TimestampMs };
  return {
    webhook:
      reason === null || webhook.status === 'DISABLED'
        ? { ...webhook, failingSince }
        : { ...webhook, failingSince, status: 'DISABLED', disabledReason: reason, updatedAt: endedAt },
    delivery: { ...delivery, attempts, ...next } as WebhookDelivery,
  };
}

const FAILED = { status: 'FAILED', nextAt: null } as const;

/** The delivery, to be sent again with the same id and body. */
export const replayDelivery = (delivery: WebhookDelivery, now: TimestampMs): WebhookDelivery => ({
  ...delivery,
  status: 'PENDING',
  nextAt: now,
  attemptsBefore: delivery.attempts.length,
});
