export { KALSHI_DEFAULTS } from './kalshi-settings.ts';
export { createKalshi } from './kalshi-venue.ts';
