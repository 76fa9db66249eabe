import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { TimestampMs } from '#contract';
import type { VirtualClock } from '#platform';
import type { Clock, ReplayControl, ReplayStatus, Timer } from '#ports';
import type { ReplayedUpdate } from '#recorder';

const TICK_MS = 10;
const SLICE = 200; // updates between two looks at other work, at full speed

export interface PlayerDeps {
  readonly clock: VirtualClock;
  readonly wallClock: Clock;
  readonly updates: AsyncIterator<ReplayedUpdate>;
  readonly speed: ReplayStatus['speed'];
  readonly from: TimestampMs;
  readonly to: TimestampMs;
  readonly apply: (each: ReplayedUpdate) => void;
  /** Resolves when nothing that was caused so far is in progress. */
  readonly settle: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Moves the virtual clock through the recording. After the updates of one millisecond, and after each timer, it waits until
 * their effects are durable, so that the same recording and the same requests give the same ledger (I-R2).
 */
export class ReplayPlayer implements ReplayControl {
  readonly #deps: PlayerDeps;
  #next: ReplayedUpdate | null = null;
  #isRead = false;
  #updates = 0;
  #running: { readonly untilMs: number; readonly baseMs: number; readonly wallMs: number } | null = null;
  #timer: Timer | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(deps: PlayerDeps) {
    this.#deps = deps;
  }

  status(): ReplayStatus {
    const { clock, speed, from, to } = this.#deps;
    const isOver = clock.now() >= to;
    const state = isOver ? 'ENDED' : this.#running === null ? 'PAUSED' : 'RUNNING';
    return { state, speed, marketTime: clock.now(), from, to, updates: this.#updates };
  }

  settled(): Promise<void> {
    const { speed, settle } = this.#deps;
    return speed === 'step' ? this.#enqueue(settle) : Promise.resolve();
  }

  pause(): Promise<void> {
    this.#stopRunning();
    return this.#enqueue(async () => undefined);
  }

  async run(until: TimestampMs | null): Promise<void> {
    const { clock, wallClock, to } = this.#deps;
    this.#stopRunning();
    await this.#last;
    this.#running = {
      untilMs: Math.min(until ?? to, to),
      baseMs: clock.now(),
      wallMs: wallClock.monotonicMs(),
    };
    this.#schedule();
  }

  step(until: TimestampMs | null): Promise<void> {
    this.#stopRunning();
    return this.#enqueue(async () => {
      const next = until === null ? await this.#peek() : null;
      const targetMs = until ?? (next === null ? this.#deps.to : toMs(next));
      await this.#advance(targetMs, until === null ? 1 : Number.POSITIVE_INFINITY);
    });
  }

  async seek(until: TimestampMs): Promise<void> {
    const running = this.#running;
    await this.step(until);
    if (running !== null) await this.run(running.untilMs as TimestampMs);
  }

  /** Before the service starts: what was recorded until the first moment, so that it starts with full books. */
  async preload(): Promise<void> {
    for (
      let next = await this.#peek();
      next !== null && toMs(next) <= this.#deps.from;
      next = await this.#peek()
    ) {
      this.#isRead = false;
      this.#deps.apply(next);
    }
  }

  async stop(): Promise<void> {
    this.#stopRunning();
    await this.#last;
  }

  #stopRunning(): void {
    this.#running = null;
    this.#timer?.cancel();
  }

  #schedule(): void {
    this.#timer = this.#deps.wallClock.after(TICK_MS, () => {
      this.#enqueue(() => this.#tick())
        .then(() => {
          if (this.#running !== null) this.#schedule();
        })
        .catch((error: unknown) => this.#deps.onFailure(error));
    });
  }

  async #tick(): Promise<void> {
    const { speed, wallClock } = this.#deps;
    if (this.#running === null) return;
    const { untilMs, baseMs, wallMs } = this.#running;
    const isFull = typeof speed !== 'number';
    const paced = isFull ? untilMs : baseMs + (wallClock.monotonicMs() - wallMs) * speed;
    const isOver = await this.#advance(Math.min(untilMs, paced), isFull ? SLICE : Number.POSITIVE_INFINITY);
    if (isOver && this.#deps.clock.now() >= untilMs) this.#running = null;
  }

  /** One after another, so that two callers never move the time at once. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Applies what is due until `targetMs`, at most `updatesMax` updates. Returns true if the target is reached. */
  async #advance(targetMs: number, updatesMax: number): Promise<boolean> {
    const { clock, to, settle } = this.#deps;
    const endMs = Math.floor(Math.min(targetMs, to));
    for (let applied = 0; applied < updatesMax; ) {
      const next = await this.#peek();
      const updateMs = next === null ? Number.POSITIVE_INFINITY : toMs(next);
      const timerMs = clock.nextDueMs ?? Number.POSITIVE_INFINITY;
      if (Math.min(updateMs, timerMs) > endMs) {
        clock.moveTo(endMs);
        return true;
      }
      if (timerMs < updateMs || next === null) clock.runNext();
      else {
        clock.moveTo(updateMs);
        applied += await this.#applyUntil(updateMs, updatesMax - applied);
      }
      await settle();
    }
    await yieldToEventLoop();
    return false;
  }

  /** Applies the updates of this millisecond, at most `max`: nothing could have reacted in between. Returns their number. */
  async #applyUntil(atMs: number, max: number): Promise<number> {
    let applied = 0;
    for (
      let next = this.#next;
      next !== null && toMs(next) <= atMs && applied < max;
      next = await this.#peek()
    ) {
      this.#isRead = false;
      this.#updates += 1;
      applied += 1;
      this.#deps.apply(next);
    }
    return applied;
  }

  async #peek(): Promise<ReplayedUpdate | null> {
    if (this.#isRead) return this.#next;
    const { done, value } = await this.#deps.updates.next();
    this.#next = done === true ? null : value;
    this.#isRead = true;
    return this.#next;
  }
}

const toMs = ({ recvUs }: ReplayedUpdate): number => Math.floor(recvUs / 1_000);
