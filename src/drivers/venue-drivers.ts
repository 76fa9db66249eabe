import type { Config, VenueConfig } from '#config';
import { kalshiDriver } from './kalshi-driver.ts';
import { polymarketDriver } from './polymarket-driver.ts';
import type { VenueDriver } from './venue-driver.ts';

/** The external venues that Crossbook can trade on. A new venue adds its driver here. */
export const VENUE_DRIVERS: readonly VenueDriver[] = [kalshiDriver, polymarketDriver];

/** The configured venues that have one of these drivers, by section. */
export const externalVenues = (
  { venues }: Config,
  drivers: readonly VenueDriver[],
): readonly { readonly id: string; readonly venue: VenueConfig; readonly driver: VenueDriver }[] =>
  Object.entries(venues).flatMap(([id, venue]) => {
    const driver = drivers.find(({ schema }) => schema.driver === venue.driver);
    return driver === undefined ? [] : [{ id, venue, driver }];
  });
