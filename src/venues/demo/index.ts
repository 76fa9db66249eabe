export { type DemoSettings, LIVELY_DEMO_SETTINGS } from './demo-settings.ts';
export { createDemo } from './demo-venue.ts';
export { DEMO_FAULTS, faultyVenue } from './faulty-demo.ts';
