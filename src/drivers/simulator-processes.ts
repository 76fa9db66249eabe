import { join, resolve } from 'node:path';
import type { Config, VenueConfig } from '#config';
import { errorMessage } from '#contract';
import { type OriginUrls, readAdminUrl, readUrls, type SupervisedProcess, superviseProcess } from '#platform';
import type { Clock, Log, Random } from '#ports';
import type { SimulatorDriver, VenueDriver } from './venue-driver.ts';
import { externalVenues } from './venue-drivers.ts';

export interface SimulatorProcessesDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly drivers: readonly VenueDriver[];
}

/** A local exchange that replaces a venue. */
export interface RunningSimulator {
  readonly url: string;
  readonly settings: Readonly<Record<string, string | number | boolean>>; // override those of the venue
}

/** The local exchanges of this run, by venue section. */
export interface SimulatorProcesses {
  readonly running: Readonly<Record<string, RunningSimulator>>;
  stop(): Promise<void>;
}

/**
 * Starts a local exchange for each external venue that is not enabled under profile sandbox, with separate
 * keys in the data folder. If one does not start, that is logged and its venue stays off; the rest works. One
 * that exits later is restarted, and its venue reconnects.
 */
export async function startSimulators(deps: SimulatorProcessesDependencies): Promise<SimulatorProcesses> {
  const { config, log, random } = deps;
  const started = await Promise.all(
    simulatedVenues(config, deps.drivers).map(async ({ id, venue, simulator, dataDir }) => {
      try {
        const process = await superviseProcess(simulator.prepare(dataDir, venue, random), deps);
        return { id, process, running: toRunning(process, simulator, dataDir) };
      } catch (error) {
        log.error('simulator did not start', { venue: venue.name, why: errorMessage(error) });
        return null;
      }
    }),
  );
  const simulators = started.filter((each) => each !== null);
  return {
    running: Object.fromEntries(simulators.map(({ id, running }) => [id, running])),
    stop: async () => {
      // Shared exchanges are left to the next owner; without one they end after a minute.
      const isShared = config.sandbox.dir !== '';
      await Promise.all(
        simulators.map(({ process }: { process: SupervisedProcess }) =>
          isShared ? process.release() : process.stop(),
        ),
      );
    },
  };
}

/** The local exchanges of a running service. Starts nothing. */
export function findSimulators(
  config: Config,
  drivers: readonly VenueDriver[],
): SimulatorProcesses['running'] {
  const found = simulatedVenues(config, drivers).flatMap(({ id, simulator, dataDir }) => {
    const urls = readUrls(dataDir);
    return urls === null ? [] : [[id, toRunning(urls, simulator, dataDir)] as const];
  });
  return Object.fromEntries(found);
}

/** The URL at which a venue's simulator accepts faults; null if none has run in this data folder. */
export function faultAdminUrl(config: Config, id: string, drivers: readonly VenueDriver[]): string | null {
  const venue = simulatedVenues(config, drivers).find((each) => each.id === id);
  return venue === undefined ? null : readAdminUrl(venue.dataDir);
}

interface SimulatedVenue {
  readonly id: string;
  readonly venue: VenueConfig;
  readonly simulator: SimulatorDriver;
  readonly dataDir: string; // the simulator's own folder
}

function simulatedVenues(config: Config, drivers: readonly VenueDriver[]): readonly SimulatedVenue[] {
  if (config.profile !== 'sandbox' || !config.sandbox.exchanges) return [];
  return externalVenues(config, drivers).flatMap(({ id, venue, driver: { simulator } }) =>
    venue.enabled || simulator === null
      ? []
      : [{ id, venue, simulator, dataDir: join(sandboxDir(config), id) }],
  );
}

/** Nodes of one journal on one machine share the exchanges. */
const sandboxDir = ({ dataDir, sandbox }: Config): string =>
  sandbox.dir === '' ? join(dataDir, 'sandbox') : resolve(sandbox.dir);

interface SimulatorUrls {
  readonly url: string;
  readonly origins: OriginUrls;
}

const toRunning = (
  { url, origins }: SimulatorUrls,
  simulator: SimulatorDriver,
  dataDir: string,
): RunningSimulator => ({ url, settings: simulator.connect(url, dataDir, origins) });
