import type { Clock } from '../../src/ports/environment.ts';
import type { WebhookAnswer, WebhookSender } from '../../src/ports/webhook-sender.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import { SeededChoice } from '../seeded-choice.ts';

const TRANSIT_MS_MAX = 400;
const TIMEOUT_MS = 10_000;
/** `near` is reachable with few failures; `far` is away for minutes at a time. */
export const RECEIVERS = ['https://near.example/', 'https://far.example/'] as const;
export type ReceiverUrl = (typeof RECEIVERS)[number];

const OK: WebhookAnswer = { kind: 'answer', status: 200, body: null };
const ERROR: WebhookAnswer = { kind: 'answer', status: 503, body: null };
const LOST: WebhookAnswer = { kind: 'failed', why: 'timeout' };

/** Two receivers of webhooks and the network to them. What they accept outlives every process. */
export class WebhookReceivers {
  /** The bodies that a receiver has accepted, by message id. */
  readonly accepted = new Map<ReceiverUrl, Map<string, string>>(RECEIVERS.map((url) => [url, new Map()]));
  readonly #clock: Clock;
  readonly #monitor: InvariantMonitor;
  readonly #dice: SeededChoice;
  readonly #areFaultsOn: () => boolean;
  #isFarAway = false;

  constructor(seed: number, clock: Clock, monitor: InvariantMonitor, areFaultsOn: () => boolean) {
    this.#clock = clock;
    this.#monitor = monitor;
    this.#dice = new SeededChoice(seed, 'webhooks');
    this.#areFaultsOn = areFaultsOn;
  }

  /** The far receiver goes away or returns. */
  switchFar(): void {
    this.#isFarAway = !this.#isFarAway;
    this.#monitor.countFault(this.#isFarAway ? 'receiverAway' : 'receiverBack');
  }

  /** The sender of one process: after the end of the process no answer arrives. */
  connect(process: { readonly isAlive: boolean }): WebhookSender {
    return {
      post: (url, headers, body) =>
        new Promise((resolve) => {
          const answer = (given: WebhookAnswer): void => {
            if (process.isAlive) resolve(given);
          };
          this.#transmit(url as ReceiverUrl, headers['webhook-id'] ?? '', body, answer);
        }),
    };
  }

  #transmit(url: ReceiverUrl, id: string, body: string, answer: (given: WebhookAnswer) => void): void {
    const isFaulty = this.#areFaultsOn();
    const isAway = isFaulty && this.#isFarAway && url === RECEIVERS[1];
    const fate = isFaulty ? this.#dice.weighted({ ok: 16, lost: 1, error: 1, unanswered: 2 }) : 'ok';
    if (isAway || fate === 'lost') return void this.#clock.after(TIMEOUT_MS, () => answer(LOST));
    this.#clock.after(this.#dice.whole(0, TRANSIT_MS_MAX), () => {
      if (fate === 'error') return answer(ERROR);
      this.#accept(url, id, body);
      const waitMs = fate === 'unanswered' ? TIMEOUT_MS : this.#dice.whole(0, TRANSIT_MS_MAX);
      this.#clock.after(waitMs, () => answer(fate === 'unanswered' ? LOST : OK));
    });
  }

  /** A repeat has the same bytes. */
  #accept(url: ReceiverUrl, id: string, body: string): void {
    const accepted = this.accepted.get(url);
    const earlier = accepted?.get(id);
    this.#monitor.countCall('message', earlier === undefined ? 'accepted' : 'repeated');
    this.#monitor.expect(
      earlier === undefined || earlier === body,
      'webhooks',
      () => `${id} was repeated with other bytes`,
    );
    accepted?.set(id, body);
  }
}
