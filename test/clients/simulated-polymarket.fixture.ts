import { type CatalogueEvent, eventsAt } from '../../simulators/catalogue/event-catalogue.ts';
import { PolymarketSimulator } from '../../simulators/polymarket/polymarket-simulator.ts';
import { DEFAULT_SETTINGS } from '../../simulators/polymarket/simulator-context.ts';
import { MemoryExchangeStore } from '../../simulators/shared/exchange-store.ts';
import { type Host, listen, type SimulatorServer } from '../../simulators/shared/http-host.ts';
import { systemClock, systemRandom } from '../../simulators/shared/process-environment.ts';

/** A Polymarket simulator on loopback ports, one per origin, for the duration of a test file. */
export interface SimulatedPolymarket {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly simulator: PolymarketSimulator;
  readonly urls: () => { readonly clob: string; readonly gamma: string; readonly data: string };
  /** The WebSocket channels are on the CLOB's port. */
  readonly socketUrl: (channel: 'market' | 'user') => string;
  /** Resolves when a client has sent its first frame on the user channel. */
  readonly userChannelOpened: Promise<void>;
}

/** A simulator whose trades settle within milliseconds. */
export function simulatePolymarket(events: readonly CatalogueEvent[] = []): SimulatedPolymarket {
  const simulator = new PolymarketSimulator(
    { clock: systemClock, random: systemRandom, store: new MemoryExchangeStore() },
    {
      ...DEFAULT_SETTINGS,
      marketMaker: { ...DEFAULT_SETTINGS.marketMaker, stepMs: 3_600_000 }, // quotes once, then does nothing
      pace: { minedMs: 20, confirmedMs: 20, retryMs: 20 },
      visibleMs: 0,
    },
    [...eventsAt(systemClock.now()), ...events],
  );
  const hosts: Partial<Record<'clob' | 'gamma' | 'data', Host>> = {};
  const urlOf = (origin: 'clob' | 'gamma' | 'data'): string => hosts[origin]?.url ?? '';
  const { promise: userChannelOpened, resolve } = Promise.withResolvers<void>();
  const { handle, connect } = simulator.origins.clob;
  const clob: SimulatorServer = {
    handle,
    connect: (request, peer) => {
      const upgrade = connect(request, peer);
      if (request.path !== '/ws/user' || 'refusal' in upgrade) return upgrade;
      const { session } = upgrade;
      const receive = (text: string): void => {
        session.receive(text);
        resolve();
      };
      return { session: { receive, closed: () => session.closed() } };
    },
  };
  const start = async (): Promise<void> => {
    for (const origin of ['clob', 'gamma', 'data'] as const) {
      hosts[origin] = await listen(origin === 'clob' ? clob : simulator.origins[origin], 0);
    }
    simulator.start();
  };
  const stop = async (): Promise<void> => {
    simulator.stop();
    await Promise.all(Object.values(hosts).map((host) => host.stop()));
  };
  return {
    start,
    stop,
    simulator,
    urls: () => ({ clob: urlOf('clob'), gamma: urlOf('gamma'), data: urlOf('data') }),
    socketUrl: (channel) => `${urlOf('clob').replace('http', 'ws')}/ws/${channel}`,
    userChannelOpened,
  };
}
