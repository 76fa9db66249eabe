import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CommandName,
  getAdminSocketPath,
  runCommand,
  type ServiceStatus,
  sendAdminCommand,
} from '#admin';
import type { Config } from '#config';
import type { Rejection, Result } from '#contract';
import { prepareDataFolder, systemClock } from '#platform';
import { LEDGER_FILE } from '#storage/sqlite';
import { type CliContext, machineDeps } from './cli-context.ts';
import { EXIT, Failure, refusedFailure } from './cli-failure.ts';

/** Sends one operator command and returns its result. Fails with the rejection. */
export type AdminConnection = (name: CommandName, params?: unknown) => Promise<unknown>;

/** Returns the status of the running service; null when none uses this data folder. */
export async function serviceStatus({ config }: CliContext): Promise<ServiceStatus | null> {
  const reply = await sendAdminCommand(getAdminSocketPath(config.dataDir), 'status');
  return reply === null ? null : (unwrapReply(reply) as ServiceStatus);
}

const READY_POLL_MS = 100;

/**
 * Waits until the service of this data folder is ready: it answers, and its key file and its sandbox assets exist.
 *
 * @param seconds  after which it fails
 */
export async function waitForService(session: CliContext, seconds: number): Promise<ServiceStatus> {
  const endsAtMs = systemClock.monotonicMs() + seconds * 1000;
  for (;;) {
    const status = await serviceStatus(session);
    if (status?.ready === true) return status;
    if (systemClock.monotonicMs() >= endsAtMs)
      throw new Failure(`no service is ready in ${session.config.dataDir}.`, EXIT.unavailable);
    await pause(READY_POLL_MS);
  }
}

/**
 * Runs operator commands through the running service, the only writer of its store. Without a running
 * service it opens the store directly.
 */
export async function callAdmin<Value>(
  session: CliContext,
  work: (operator: AdminConnection) => Promise<Value>,
): Promise<Value> {
  prepareDataFolder(session.config.dataDir);
  const status = await serviceStatus(session);
  return status === null ? operateStopped(session, work) : operateRunning(session, work);
}

function operateRunning<Value>(
  { config }: CliContext,
  work: (operator: AdminConnection) => Promise<Value>,
): Promise<Value> {
  const address = getAdminSocketPath(config.dataDir);
  return work(async (name, params) => {
    const reply = await sendAdminCommand(address, name, params);
    if (reply === null) throw new Failure('the service has just stopped; try again.', EXIT.unavailable);
    return unwrapReply(reply);
  });
}

/** Sends one command that needs the venues of a running service, and returns the answer. */
export async function sendRunning(
  { config }: CliContext,
  name: string,
  params: unknown,
  answerMsMax?: number,
): Promise<Result<unknown, Rejection>> {
  const reply = await sendAdminCommand(getAdminSocketPath(config.dataDir), name, params, answerMsMax);
  if (reply === null)
    throw new Failure(
      'no service is running on this data folder; start it first: this command needs its venues.',
      EXIT.unavailable,
    );
  return reply;
}

/** The same; fails with the rejection. */
export const callRunning = async (...call: Parameters<typeof sendRunning>): Promise<unknown> =>
  unwrapReply(await sendRunning(...call));

async function operateStopped<Value>(
  session: CliContext,
  work: (operator: AdminConnection) => Promise<Value>,
): Promise<Value> {
  const parts = await session.parts();
  const store = await parts.openOperating(machineDeps(session));
  try {
    return await work(async (name, params) => unwrapReply(await runCommand(store.operating, name, params)));
  } finally {
    await store.close();
  }
}

function unwrapReply(reply: Result<unknown, Rejection>): unknown {
  if (!reply.ok) throw refusedFailure(reply.error);
  return reply.value;
}

/** True if there may be a ledger: in PostgreSQL, or in the data folder once it was written to. */
export const hasLedger = ({ dataDir, journal }: Config): boolean =>
  journal.url !== '' || existsSync(join(dataDir, LEDGER_FILE));
