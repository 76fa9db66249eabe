import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DEFAULT_CONFIG, HOME_DIR } from '#config';
import { parseTime, type TimestampMs } from '#contract';
import type { ReplaySettings } from '#ports';
import { type CallingOptions, runWrite, withCalling } from './api-calls.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { WRITE_HELP } from './help-texts.ts';
import { recordView } from './output.ts';

const REPLAY_FOLDER = 'data-replay';
const REPLAY_PORT = 8789; // so that a replay runs while the sandbox does
const SPEED_MAX = 1_000;

/** The options of `start` for profile replay. */
export interface StartOptions {
  readonly profile?: string;
  readonly lake?: string;
  readonly from?: string;
  readonly to?: string;
  readonly speed?: string;
  readonly seed?: string;
  readonly untidy?: boolean; // of the sandbox
  readonly lively?: boolean; // of Demo
}

export const withReplayOptions = (command: Command): Command =>
  command
    .option(
      '--profile <name>',
      'replay: recorded market data in place of venues; other profiles are settings',
    )
    .option('--lake <folder>', 'replay: folder of the recording')
    .option('--from <time>', 'replay: first moment, RFC 3339 or Unix milliseconds')
    .option('--to <time>', 'replay: last moment')
    .option('--speed <speed>', 'replay: 1 as recorded, 10 ten times faster, max, or step', '1')
    .option('--seed <n>', 'replay: of the ids of new orders', '1');

/**
 * The settings of a replay, and a context with its port and its data folder: the one of --data-dir, else `data-replay`. Null
 * for any other start.
 */
export function readReplay(
  session: CliContext,
  options: StartOptions,
  hasDataDir: boolean,
): { readonly session: CliContext; readonly replay: ReplaySettings } | null {
  const { profile, lake, from, to, speed = '1', seed = '1' } = options;
  if (profile === undefined) {
    if (lake !== undefined || from !== undefined || to !== undefined)
      throw invalid('--lake, --from and --to need --profile replay.');
    return null;
  }
  if (profile !== 'replay')
    throw invalid(`--profile ${profile}: only replay; set profile in the settings file.`);
  if (lake === undefined) throw invalid('name the recording: --lake data/lake.');
  const times = { from: readTime('--from', from), to: readTime('--to', to) };
  if (times.from >= times.to) throw invalid('--from must be before --to.');
  const replay = {
    lake: resolve(session.terminal.cwd, lake),
    ...times,
    speed: readSpeed(speed),
    seed: readSeed(seed),
  };
  const sandbox = { ...session.config.sandbox, faults: [] };
  const dataDir = hasDataDir ? session.config.dataDir : resolve(HOME_DIR, REPLAY_FOLDER);
  const config = {
    ...session.config,
    profile: 'replay',
    dataDir,
    sandbox,
    port: selectPort(session),
  } as const;
  return { replay, session: { ...session, config } };
}

/** The port of `CROSSBOOK_PORT` or of the settings file; without one that of replays. */
function selectPort({ config, terminal }: CliContext): number {
  const isGiven = (terminal.env['CROSSBOOK_PORT'] ?? '') !== '' || config.port !== DEFAULT_CONFIG.port;
  return isGiven ? config.port : REPLAY_PORT;
}

function readTime(option: string, text: string | undefined): TimestampMs {
  const at = parseTime(text);
  if (at === null) throw invalid(`${option}: expected a time, such as 2026-07-01T12:00:00Z.`);
  return at;
}

function readSpeed(text: string): ReplaySettings['speed'] {
  if (text === 'max' || text === 'step') return text;
  const speed = Number(text);
  if (Number.isFinite(speed) && speed > 0 && speed <= SPEED_MAX) return speed;
  throw invalid(`--speed ${text}: expected step, max, or a number up to ${SPEED_MAX}.`);
}

function readSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalid(`--seed ${text}: expected a whole number.`);
}

const OPS = ['pause', 'run', 'step', 'seek'] as const;

/** Adds `replay`, which moves the market time of a running replay. */
export function addReplayCommand(program: Command, run: Run): void {
  withCalling(program.command('replay'))
    .argument('<op>', 'pause, run, step or seek')
    .option('--until <time>', 'RFC 3339 or Unix milliseconds; required by seek')
    .description('move the market time of a replay')
    .addHelpText('after', WRITE_HELP.replay)
    .action((op: string, options: CallingOptions & { readonly until?: string }) =>
      run((session) => {
        const known = OPS.find((each) => each === op);
        if (known === undefined) throw invalid(`${op}: expected ${OPS.join(', ')}.`);
        return runWrite(session, options, async ({ client }) =>
          recordView(await client.replay(known, options.until)),
        );
      }),
    );
}
