import { boolean, oneOf } from '#contract';
import { GENERAL_SETTINGS } from './general-settings.ts';
import { listSettings, type Setting, setting } from './setting-table.ts';
import { DEMO_ID, VENUE_NAME, VENUE_SCHEMAS, type VenueSchema } from './venue-schemas.ts';

/**
 * Every setting of a configuration with these venues, by its name in the file.
 *
 * @param venues  the driver of each venue section: `{ kalshi: 'kalshi', Practice: 'demo' }`
 */
export function settingsFor(
  venues: Readonly<Record<string, string>>,
  schemas: readonly VenueSchema[],
): Readonly<Record<string, Setting<unknown>>> {
  const driver = setting(oneOf(...schemas.map((schema) => schema.driver)), '');
  const general = listSettings(GENERAL_SETTINGS).map(({ name, setting }) => [name, setting] as const);
  const ofVenues = Object.entries(venues).flatMap(([id, driverName]) => {
    const schema = schemas.find((each) => each.driver === driverName);
    const named = id === DEMO_ID ? {} : { name: setting(VENUE_NAME, '') };
    const group = { driver, ...named, enabled: setting(boolean, false), ...schema?.settings };
    return listSettings(group).map(({ name, setting }) => [`venues.${id}.${name}`, setting] as const);
  });
  return Object.fromEntries([...general, ...ofVenues]);
}

/** The settings of a configuration without added venues. */
export const SETTINGS = settingsFor(
  { [DEMO_ID]: 'demo', kalshi: 'kalshi', polymarket: 'polymarket' },
  VENUE_SCHEMAS,
);

/** `orders.ack_wait_ms` → `['orders', 'ackWaitMs']`: the path of the setting in `Config`. */
export const configPath = (name: string): readonly string[] =>
  name.split('.').map((part) => part.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));
