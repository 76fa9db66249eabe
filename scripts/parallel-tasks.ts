/** Writes a part of a task's output. */
export type Print = (text: string) => void;

/** A task with its output. Resolves when it has ended. */
export type Task<Result> = (print: Print) => Promise<Result>;

/**
 * Runs tasks, at most `max` at the same time, and begins them in their order. The output reads as if they had run one
 * after the other: the output of the first unfinished task is printed at once, and that of the later ones is kept
 * until all tasks before them have ended.
 *
 * @returns the results in the order of the tasks; rejects when a task does, after all that have begun ended
 */
export async function runTasks<Result>(
  tasks: readonly Task<Result>[],
  max: number,
  print: Print,
): Promise<readonly Result[]> {
  const output = new OrderedOutput(tasks.length, print);
  const results = new Map<number, Result>();
  let next = 0;
  const runNext = async (): Promise<void> => {
    while (next < tasks.length) {
      const index = next;
      next += 1;
      try {
        const task = tasks[index] as Task<Result>;
        results.set(index, await task((text) => output.write(index, text)));
      } finally {
        output.end(index);
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: max }, runNext));
  const failure = ended.find((each) => each.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return tasks.map((_, index) => results.get(index) as Result);
}

/** The output of several tasks, in the order of the tasks. */
class OrderedOutput {
  readonly #kept: string[];
  readonly #isEnded: boolean[];
  readonly #print: Print;
  #current = 0;

  constructor(tasks: number, print: Print) {
    this.#kept = Array.from({ length: tasks }, () => '');
    this.#isEnded = Array.from({ length: tasks }, () => false);
    this.#print = print;
  }

  write(index: number, text: string): void {
    if (index === this.#current) this.#print(text);
    else this.#kept[index] += text;
  }

  end(index: number): void {
    this.#isEnded[index] = true;
    while (this.#isEnded[this.#current] === true) {
      this.#current += 1;
      const kept = this.#kept[this.#current] ?? '';
      if (kept !== '') this.#print(kept);
      this.#kept[this.#current] = '';
    }
  }
}
