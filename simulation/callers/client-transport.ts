import type { Rejection, Result } from '../../src/contract/model/result.ts';
import type { Oms } from '../../src/oms/oms.ts';
import { settle } from '../environment/simulated-clock.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

/**
 * The transport between callers and the service. Calls and answers on it are lost only when the process
 * crashes.
 */
export class ClientTransport {
  readonly #environment: SimulationEnvironment;
  readonly #open = new Set<object>();
  #calls = 0;

  constructor(environment: SimulationEnvironment) {
    this.#environment = environment;
  }

  get monitor(): InvariantMonitor {
    return this.#environment.monitor;
  }

  settle(): Promise<void> {
    return settle();
  }

  /** Calls that the running process has not answered yet. */
  get unanswered(): number {
    return this.#open.size;
  }

  /** I-15: the kill switch blocks no cancel and no read. */
  expectNotKillSwitch({ code }: Rejection): void {
    this.monitor.expect(
      code !== 'kill_switch',
      'I-15',
      () => 'the kill switch refused a call that creates no order',
    );
  }

  /** Drops the answers of a process that has ended. */
  dropAnswers(): void {
    this.#open.clear();
  }

  /**
   * Makes a call and runs everything that needs no simulated time. `onAnswer` receives the answer, now or
   * later.
   *
   * @returns true if the answer has already arrived
   */
  async call<Value>(
    kind: string,
    words: string,
    run: (engine: Oms) => Promise<Result<Value, Rejection>>,
    onAnswer: (answer: Result<Value, Rejection>) => void,
  ): Promise<boolean> {
    const { engine, service, monitor } = this.#environment;
    if (engine === null) return false;
    this.#calls += 1;
    const name = `call ${this.#calls} ${kind}`;
    monitor.note(`${name} ${words}`);
    const token = {};
    this.#open.add(token);
    let isReceived = false;
    run(engine).then(
      (answer) => {
        if (!service.isAlive) return;
        this.#open.delete(token);
        isReceived = true;
        const outcome = answer.ok ? 'ok' : answer.error.code;
        monitor.countCall(kind, outcome);
        monitor.note(`${name} answered ${outcome}`);
        onAnswer(answer);
      },
      (error: unknown) => {
        if (service.isAlive) monitor.violate('answer', `${kind} threw ${String(error)}`);
      },
    );
    await settle();
    return isReceived;
  }
}
