import type { FaultBoard } from '../core/exchange/faultboard.ts';
import { type Refusal, refusal } from '../core/kernel/refusal.ts';
import { ok, type Result, refuse } from '../core/kernel/result.ts';
import type { Pairings } from '../engine/pairings.ts';
import type { Reviewing } from '../engine/reviewing/reviewing.ts';
import type { Operating } from '../engine/trading.ts';
import { runFaultCommand } from './faults.ts';
import { accountParams, keyParams, revocationParams, settingParams, subaccountParams } from './params.ts';
import type { ControlHandler } from './protocol.ts';
import { runReviewCommand } from './reviews.ts';

/** What a running service tells of itself. */
export interface ServiceStatus {
  readonly pid: number;
  readonly version: string;
  readonly url: string;
}

type Command = (operating: Operating, params: unknown) => Promise<Result<unknown, Refusal>>;

/** The operator's commands by name: the same through the socket and on a stopped service's store. */
const COMMANDS = {
  'account.new': (operating, params) => checked(accountParams(params), (id) => operating.createAccount(id)),
  'account.list': async (operating) => ok(operating.accounts()),
  'subaccount.new': (operating, params) =>
    checked(subaccountParams(params), (subaccount) => operating.createSubaccount(subaccount)),
  'key.new': (operating, params) => checked(keyParams(params), (key) => operating.createKey(key)),
  'key.list': async (operating) => ok(operating.keys()),
  'secret.sealed': (operating, params) =>
    checked(settingParams(params), async (name) => {
      await operating.noteAct('venue_secret_sealed', name);
      return ok(name);
    }),
  'key.revoke': (operating, params) => checked(revocationParams(params), (id) => operating.revokeKey(id)),
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** Runs one command. Refuses `validation` for what is wrong with its parameters, else what the engine refuses. */
export const runCommand = (
  operating: Operating,
  name: CommandName,
  params: unknown,
): Promise<Result<unknown, Refusal>> => COMMANDS[name](operating, params);

/**
 * Answers the control socket: `status`, `pair` (a new link for a browser), and every command; those of
 * matching need the venues of a running service.
 */
export function controlHandler(
  status: () => ServiceStatus,
  operating: Operating,
  pairings: Pick<Pairings, 'open'>,
  reviewing: Reviewing | null = null,
  demoFaults: FaultBoard | null = null,
): ControlHandler {
  return async (method, params) => {
    if (method === 'status') return ok(status());
    if (method === 'pair') return checked(accountParams(params), async (id) => pairings.open(id));
    const review = reviewing === null ? null : runReviewCommand(reviewing, method, params);
    if (review !== null) return review;
    const fault = await runFaultCommand(demoFaults, operating, method, params);
    if (fault !== null) return fault;
    if (!isCommand(method)) return refuse(refusal('not_found', `no control command ${method}`));
    return runCommand(operating, method, params);
  };
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

async function checked<Params>(
  params: Result<Params, Refusal>,
  run: (params: Params) => Promise<Result<unknown, Refusal>>,
): Promise<Result<unknown, Refusal>> {
  return params.ok ? run(params.value) : params;
}
