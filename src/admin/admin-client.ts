import { connect, type Socket } from 'node:net';
import { err, type Rejection, type Result, rejection } from '#contract';
import { type AdminReply, splitLines } from './admin-protocol.ts';

/** Limits the wait for a stopped or blocked service. */
const ANSWER_MS_MAX = 10_000;

/** True if a process listens at the address, whether or not it responds. */
export async function isListening(address: string): Promise<boolean> {
  const socket = await open(address);
  socket?.destroy();
  return socket !== null;
}

/**
 * Sends one command to the running service. Null if no service runs. Refuses what the service refuses, and
 * `internal` if it disconnects or does not respond in time.
 */
export async function sendAdminCommand(
  address: string,
  method: string,
  params: unknown = {},
  answerMsMax: number = ANSWER_MS_MAX,
): Promise<Result<unknown, Rejection> | null> {
  const socket = await open(address);
  if (socket === null) return null;
  try {
    socket.write(`${JSON.stringify({ id: 1, method, params })}\n`);
    return await answer(socket, answerMsMax);
  } finally {
    socket.destroy();
  }
}

/** A connected socket, or null when no process listens: no socket file, or a stale one. */
function open(address: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address, () => {
      socket.off('error', onError);
      resolve(socket);
    });
    const onError = (error: NodeJS.ErrnoException): void => {
      const isAbsent = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'].includes(error.code ?? '');
      if (isAbsent) resolve(null);
      else reject(error);
    };
    socket.once('error', onError);
  });
}

function answer(socket: Socket, answerMsMax: number): Promise<Result<unknown, Rejection>> {
  return new Promise((resolve) => {
    const fail = (why: string): void => resolve(err(rejection('internal', `the service ${why}`)));
    socket.setTimeout(answerMsMax, () => fail('does not respond on its control socket'));
    socket.on('error', (error) => fail(`disconnected: ${error.message}`));
    socket.on('close', () => fail('disconnected'));
    const onLine = (line: string): void => {
      const { id: _, ...result } = JSON.parse(line) as AdminReply;
      resolve(result);
    };
    socket.on(
      'data',
      splitLines(onLine, () => fail('sent a response that is too long')),
    );
  });
}
