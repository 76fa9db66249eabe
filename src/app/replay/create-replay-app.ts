import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Config } from '#config';
import type { VenueName } from '#contract';
import { seededRandom } from '#matching-engine';
import { openMatcherThread, VirtualClock } from '#platform';
import { ReplayError, type ReplaySettings } from '#ports';
import { findParts, readInstrumentIds, readUpdates } from '#recorder';
import { LEDGER_FILE, openSqliteMarketStore } from '#storage/sqlite';
import { ReplayVenue } from '#venues/replay';
import { MARKET_FILE } from '../backup-ledger.ts';
import { composeApp, type RunningApp } from '../compose.ts';
import { openLedger } from '../ledger-stores.ts';
import type { App, AppDependencies } from '../types.ts';
import { ReplayPlayer } from './replay-player.ts';

const SETTLE_ROUNDS = 2; // without a new entry in the journal
const US_PER_MS = 1_000;

/**
 * The whole service on a virtual clock, over venues whose market data comes from a recording. Each start begins with an empty
 * ledger in its data folder.
 *
 * Refuses (StoreOpenError) a folder with the ledger of another profile, and (ReplayError) times without a recording.
 */
export async function createReplayApp(machine: AppDependencies, replay: ReplaySettings): Promise<App> {
  const { lake, from, to, speed, seed } = replay;
  const clock = new VirtualClock(from);
  const parts = findParts(lake, from * US_PER_MS, to * US_PER_MS);
  if (parts.length === 0) throw new ReplayError(`${lake} has no recording of these times`);
  const config = toReplayConfig(machine.config);
  const deps = { ...machine, config, clock, random: seededRandom(seed) };
  const names = [...new Set(parts.flat().map(({ venue }) => venue as VenueName))].toSorted();
  const venues = new Map(names.map((name) => [name, new ReplayVenue({ name, clock, model: config.replay })]));
  let assembly: RunningApp | null = null;
  let pending = async (): Promise<void> => undefined;
  const player = new ReplayPlayer({
    clock,
    wallClock: machine.clock,
    updates: readUpdates(parts, to * US_PER_MS),
    speed,
    from,
    to,
    apply: ({ update, recvUs }) => venues.get(update.venue)?.apply(update, recvUs),
    settle: async () => {
      if (assembly !== null) await settle(assembly, pending);
    },
    onFailure: (error) => machine.log.error('the replay has stopped', { error: String(error) }),
  });
  const opened = new AsyncDisposableStack();
  try {
    await removeEarlierReplay(config, deps);
    const ledger = opened.adopt(await openLedger({ config, clock }), (store) => store.close());
    const market = await openSqliteMarketStore(join(config.dataDir, MARKET_FILE));
    opened.defer(() => market.store.close());
    await player.preload();
    const running = await composeApp({
      ...deps,
      stores: { ledger, market: market.store, demo: {} },
      openMatcher: openMatcherThread,
      replay: {
        venues: [...venues.values()],
        control: player,
        wallClock: machine.clock,
        random: machine.random,
        bindings: await readInstrumentIds(parts),
      },
    });
    assembly = running;
    // A read that is answered proves that the reads before it are.
    pending = async () => {
      await Promise.all([market.store.bindings(Number.MAX_SAFE_INTEGER, 1), ledger.head()]);
    };
    await settle(running, pending); // what the venues listed is stored by a timer, which waits for the market time
    opened.defer(() => running.stop());
    opened.defer(() => player.stop());
    return {
      operating: running.engine.accountAdmin,
      demoFaults: null,
      exchanges: [],
      venueProblems: () => [],
      reviewing: running.reviews,
      pairings: running.pairings,
      adoptPositions: null,
      ownershipEnded: new Promise(() => undefined),
      listen: async () => {
        const listening = await running.listen();
        if (speed !== 'step') await player.run(null);
        return listening;
      },
      stop: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Nothing of a replay leaves its folder. */
const toReplayConfig = (config: Config): Config => ({
  ...config,
  profile: 'replay',
  journal: { url: '' },
  audit: { headIntervalMs: 0 },
  record: { ...config.record, enabled: false },
});

/** Only a ledger of an earlier replay is removed: opening any other one is refused. */
async function removeEarlierReplay(config: Config, { clock }: AppDependencies): Promise<void> {
  await (await openLedger({ config, clock })).close();
  for (const file of [LEDGER_FILE, MARKET_FILE]) {
    for (const end of ['', '-wal', '-shm']) rmSync(join(config.dataDir, `${file}${end}`), { force: true });
  }
}

/**
 * Resolves when nothing is in progress: the journal has no new entry, everything in it is durable, and every read is answered.
 */
async function settle(assembly: RunningApp, whenRead: () => Promise<void>): Promise<void> {
  for (let quiet = 0, before = -1; quiet < SETTLE_ROUNDS; ) {
    await whenRead();
    const seq = await assembly.flush();
    await yieldToEventLoop();
    quiet = seq === before ? quiet + 1 : 0;
    before = seq;
  }
}
