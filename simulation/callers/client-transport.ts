import type { Rejection, Result } from '../../src/domain/model/result.ts';
import type { Oms } from '../../src/oms/oms.ts';
import { settle } from '../environment/simulated-clock.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

/** The line between callers and the service. What is said on it can be lost only with the process. */
export class ClientTransport {
  readonly #world: SimulationEnvironment;
  readonly #open = new Set<object>();
  #calls = 0;

  constructor(world: SimulationEnvironment) {
    this.#world = world;
  }

  get witness(): InvariantMonitor {
    return this.#world.witness;
  }

  /** Calls without an answer that a living process still owes. */
  get unanswered(): number {
    return this.#open.size;
  }

  /** I-15: the kill switch blocks no cancel and no read. */
  brakesAreFree({ code }: Rejection): void {
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
    run: (engine: Oms) => Promise<Result<Value, Rejection>>,
    heard: (answer: Result<Value, Rejection>) => void,
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
