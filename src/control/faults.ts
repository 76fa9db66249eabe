import type { FaultBoard } from '../core/exchange/faultboard.ts';
import { invalidField, type Refusal, refusal } from '../core/kernel/refusal.ts';
import { ok, type Result, refuse } from '../core/kernel/result.ts';
import type { Operating } from '../engine/trading.ts';

const DETAIL_LENGTH_MAX = 500;

/** The fault board of Demo, which runs in this process, and the record of every fault at any exchange. */
const FAULT_COMMANDS = {
  'fault.list': (board) => ok({ faults: board.list(), known: board.names }),
  'fault.set': (board, { fault }) => {
    const put = board.put(fault);
    return typeof put === 'string' ? refuse(invalidField('fault', put)) : ok(put);
  },
  'fault.clear': (board, { which }) => {
    if (which !== null && typeof which !== 'string' && typeof which !== 'number')
      return refuse(invalidField('which', 'expected a name, a number or null'));
    if (which === null) for (const { id } of board.list()) board.remove(id);
    else board.remove(which);
    return ok({ faults: board.list() });
  },
} satisfies Record<string, (board: FaultBoard, params: Params) => Result<unknown, Refusal>>;

type Params = Readonly<Record<string, unknown>>;

/**
 * Runs one command. Null when there is none of that name.
 *
 * @param board  null under profile live: each command is refused there, whoever asks
 */
export async function runFaultCommand(
  board: FaultBoard | null,
  operating: Operating,
  name: string,
  input: unknown,
): Promise<Result<unknown, Refusal> | null> {
  const isNote = name === 'fault.note';
  if (!isNote && !Object.hasOwn(FAULT_COMMANDS, name)) return null;
  if (board === null) return refuse(refusal('validation', 'profile "live" has nothing that can be broken'));
  const params: Params = typeof input === 'object' && input !== null ? { ...input } : {};
  if (!isNote) return FAULT_COMMANDS[name as keyof typeof FAULT_COMMANDS](board, params);
  const { detail } = params;
  if (typeof detail !== 'string' || detail.length > DETAIL_LENGTH_MAX)
    return refuse(invalidField('detail', `expected at most ${DETAIL_LENGTH_MAX} characters`));
  await operating.noteAct('fault', detail);
  return ok(null);
}
