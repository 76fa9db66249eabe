import { controlAddress } from '../control/address.ts';
import { askControl } from '../control/client.ts';
import { type CommandName, controlHandler, runCommand, type ServiceStatus } from '../control/commands.ts';
import { openControl } from '../control/server.ts';
import type { Refusal } from '../core/kernel/refusal.ts';
import type { Result } from '../core/kernel/result.ts';
import { prepareDataFolder } from './datafolder.ts';
import { refusedFailure } from './failure.ts';
import { machineDeps, type Session } from './session.ts';

/** Sends one operator's command and gives its value. Fails with what was refused. */
export type Operator = (name: CommandName, params?: unknown) => Promise<unknown>;

/** What the running service tells of itself, or null when none runs on this data folder. */
export async function serviceStatus(session: Session): Promise<ServiceStatus | null> {
  const reply = await askControl(controlAddress(session.config.dataDir), 'status');
  return reply === null ? null : (valueOf(reply) as ServiceStatus);
}

/**
 * Runs the operator's commands: through the running service, which is the one writer of its store, or
 * on the store itself while no service runs. The folder is locked for that time.
 */
export async function operate<Value>(
  session: Session,
  work: (operator: Operator) => Promise<Value>,
): Promise<Value> {
  prepareDataFolder(session.config.dataDir);
  const address = controlAddress(session.config.dataDir);
  if ((await serviceStatus(session)) === null) return operateStopped(session, address, work);
  return work(async (name, params) => {
    const reply = await askControl(address, name, params);
    return reply === null ? operateStopped(session, address, (ask) => ask(name, params)) : valueOf(reply);
  });
}

async function operateStopped<Value>(
  session: Session,
  address: string,
  work: (operator: Operator) => Promise<Value>,
): Promise<Value> {
  const parts = await session.parts();
  const deps = machineDeps(session);
  const status = { pid: process.pid, version: deps.version, url: null };
  const lock = await openControl(address, {
    handle: controlHandler(
      () => status,
      () => null,
    ),
    log: deps.log,
  });
  try {
    const store = await parts.openOperating(deps);
    try {
      return await work(async (name, params) => valueOf(await runCommand(store.operating, name, params)));
    } finally {
      await store.close();
    }
  } finally {
    await lock.close();
  }
}

function valueOf(reply: Result<unknown, Refusal>): unknown {
  if (!reply.ok) throw refusedFailure(reply.error);
  return reply.value;
}
