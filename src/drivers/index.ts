export {
  faultAdminUrl,
  findSimulators,
  type RunningSimulator,
  type SimulatorProcesses,
  startSimulators,
} from './simulator-processes.ts';
export type { VenueDriver } from './venue-driver.ts';
export { externalVenues, VENUE_DRIVERS } from './venue-drivers.ts';
