import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Clock, Log, Timer } from '#ports';

/** What this process reports to systemd. Does nothing under another supervisor, or without one. */
export interface ServiceManager {
  /** The service listens. From then on each watchdog interval gets a sign of life. */
  ready(): void;
  /** The service stops. Resolves when the supervisor knows. */
  stopping(): Promise<void>;
}

interface ServiceManagerDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Log;
}

const SIGNS_PER_INTERVAL = 3;

/**
 * Connects to systemd with the variables that it gives a service of `Type=notify`. The messages are datagrams, which Node
 * cannot send to a Unix socket, so `systemd-notify` sends them; the unit needs `NotifyAccess=all`.
 *
 * A sign of life comes from a timer of this event loop. If the loop hangs, systemd ends and restarts the process.
 */
export function connectServiceManager({ env, pid, clock, log }: ServiceManagerDeps): ServiceManager {
  const { NOTIFY_SOCKET, PATH, WATCHDOG_USEC, WATCHDOG_PID } = env;
  if (NOTIFY_SOCKET === undefined) return { ready: () => {}, stopping: async () => {} };
  let last: Promise<void> = Promise.resolve();
  // One after another: a late READY must not follow STOPPING.
  const send = (...args: readonly string[]): Promise<void> => {
    last = last.then(() => runSystemdNotify(args));
    return last;
  };
  const runSystemdNotify = async (args: readonly string[]): Promise<void> => {
    try {
      const child = spawn('systemd-notify', [...args], { stdio: 'ignore', env: { NOTIFY_SOCKET, PATH } });
      const [code] = await once(child, 'exit');
      if (code !== 0) log.warn('systemd-notify failed', { args, code });
    } catch (error) {
      log.warn('systemd cannot be notified: is systemd-notify installed?', { args, why: String(error) });
    }
  };
  const intervalMs = Number(WATCHDOG_USEC ?? 0) / 1000;
  const isWatched = intervalMs > 0 && (WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === pid);
  let timer: Timer | null = null;
  return {
    ready: () => {
      void send('--ready', `--pid=${pid}`);
      if (isWatched) timer ??= clock.every(intervalMs / SIGNS_PER_INTERVAL, () => void send('WATCHDOG=1'));
    },
    stopping: async () => {
      timer?.cancel();
      await send('STOPPING=1');
    },
  };
}
