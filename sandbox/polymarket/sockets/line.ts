import type { FaultBoard } from '../../../src/core/exchange/faultboard.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { SandboxPeer } from '../../common/exchange.ts';

/** One caller's socket with the faults of the wire on it. `PONG` is never struck: it is how silence hides. */
export class Line {
  readonly #peer: SandboxPeer;
  readonly #faults: FaultBoard;
  readonly #clock: Clock;
  readonly #path: string;
  #isOpen = true;

  constructor(peer: SandboxPeer, faults: FaultBoard, clock: Clock, path: string) {
    this.#peer = peer;
    this.#faults = faults;
    this.#clock = clock;
    this.#path = path;
  }

  pong(): void {
    if (this.#isOpen) this.#peer.send('PONG');
  }

  say(text: string): void {
    if (this.#isOpen) this.#peer.send(text);
  }

  /** @param channel  the kind of event, which a fault may name */
  tell(channel: string, events: readonly unknown[]): void {
    if (!this.#isOpen || events.length === 0) return;
    const target = { path: this.#path, channel };
    if (this.#faults.standing('ws_silent', target) !== null) return;
    if (this.#faults.strike('ws_gap', target) !== null) return;
    if (this.#faults.strike('ws_drop', target) !== null) {
      this.drop();
      return;
    }
    const text = JSON.stringify(events.length === 1 && channel !== 'snapshot' ? events[0] : events);
    const late = this.#faults.strike('ws_delay', target);
    if (late === null) this.#peer.send(text);
    else this.#clock.after(late.ms, () => this.say(text));
    if (this.#faults.strike('ws_duplicate', target) !== null) this.say(text);
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

  /** The other side is gone. */
  ended(): void {
    this.#isOpen = false;
  }
}
