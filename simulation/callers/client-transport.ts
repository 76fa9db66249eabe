import type { Refusal, Result } from '../../src/domain/model/result.ts';
import type { Engine } from '../../src/oms/oms.ts';
import { settle } from '../environment/simulated-clock.ts';
import type { World } from '../environment/simulation-environment.ts';
import type { Witness } from '../invariant-monitor.ts';

/** The line between callers and the service. What is said on it can be lost only with the process. */
export class Line {
  readonly #world: World;
  readonly #open = new Set<object>();
  #calls = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get witness(): Witness {
    return this.#world.witness;
  }

  /** Calls without an answer that a living process still owes. */
  get unanswered(): number {
    return this.#open.size;
  }

  /** I-15: the kill switch blocks no cancel and no read. */
  brakesAreFree({ code }: Refusal): void {
    this.witness.expect(
      code !== 'kill_switch',
      'I-15',
      () => 'the kill switch refused what makes nothing new',
    );
  }

  /** Nobody hears the answers of a process that is gone. */
  cut(): void {
    this.#open.clear();
  }

  /**
   * Makes a call and lets everything run that needs no time. `heard` is told of the answer, now or later.
   *
   * @returns true when the answer is there already
   */
  async call<Value>(
    kind: string,
    words: string,
    run: (engine: Engine) => Promise<Result<Value, Refusal>>,
    heard: (answer: Result<Value, Refusal>) => void,
  ): Promise<boolean> {
    const { engine, service, witness } = this.#world;
    if (engine === null) return false;
    this.#calls += 1;
    const name = `call ${this.#calls} ${kind}`;
    witness.note(`${name} ${words}`);
    const token = {};
    this.#open.add(token);
    let isHeard = false;
    run(engine).then(
      (answer) => {
        if (!service.isAlive) return;
        this.#open.delete(token);
        isHeard = true;
        const outcome = answer.ok ? 'ok' : answer.error.code;
        witness.call(kind, outcome);
        witness.note(`${name} answered ${outcome}`);
        heard(answer);
      },
      (error: unknown) => {
        if (service.isAlive) witness.violate('answer', `${kind} threw ${String(error)}`);
      },
    );
    await settle();
    return isHeard;
  }
}
