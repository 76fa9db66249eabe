import type { FaultInjector } from '#matching-engine';
import type { Clock } from '#ports';
import type { SimulatorPeer } from '../../shared/simulator-types.ts';

/** A WebSocket with faults. `PONG` has none, so that a silent socket looks alive. */
export class SocketConnection {
  readonly #peer: SimulatorPeer;
  readonly #faults: FaultInjector;
  readonly #clock: Clock;
  readonly #path: string;
  #isOpen = true;

  constructor(peer: SimulatorPeer, faults: FaultInjector, clock: Clock, path: string) {
    this.#peer = peer;
    this.#faults = faults;
    this.#clock = clock;
    this.#path = path;
  }

  pong(): void {
    if (this.#isOpen) this.#peer.send('PONG');
  }

  sendText(text: string): void {
    if (this.#isOpen) this.#peer.send(text);
  }

  /** @param channel  the kind of event, for matching faults */
  send(channel: string, events: readonly unknown[]): void {
    if (!this.#isOpen || events.length === 0) return;
    const target = { path: this.#path, channel };
    if (this.#faults.findActive('ws_silent', target) !== null) return;
    if (this.#faults.trigger('ws_gap', target) !== null) return;
    if (this.#faults.trigger('ws_drop', target) !== null) {
      this.drop();
      return;
    }
    const text = JSON.stringify(events.length === 1 && channel !== 'snapshot' ? events[0] : events);
    const late = this.#faults.trigger('ws_delay', target);
    if (late === null) this.#peer.send(text);
    else this.#clock.after(late.ms, () => this.sendText(text));
    if (this.#faults.trigger('ws_duplicate', target) !== null) this.sendText(text);
  }

  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#peer.close(code, reason);
  }

  drop(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#peer.drop();
  }

  /** Marks the socket as closed by the remote end. */
  ended(): void {
    this.#isOpen = false;
  }
}

/** Parses a frame as a JSON object; null for anything else. */
export function parseFrame(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Returns the strings of a list; null when the value is not a list. */
export const filterTexts = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : null;

export const INVALID_OPERATION = 'INVALID OPERATION';
