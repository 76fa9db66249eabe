import { GENERAL_SETTINGS } from './general-settings.ts';
import { defaultsOf, type ValuesOf } from './setting-table.ts';
import { DEMO_SCHEMA, KALSHI_SCHEMA, POLYMARKET_SCHEMA, type VenueConfig } from './venue-schemas.ts';

/** All settings, with units in their names. The names in TOML are the same in snake_case. */
export interface Config extends Omit<ValuesOf<typeof GENERAL_SETTINGS>, 'profile'> {
  readonly profile: ValuesOf<typeof GENERAL_SETTINGS>['profile'] | 'replay'; // `replay` only by `start --profile replay`
  /** In listing order: the three sections that always exist, then those that the file adds. */
  readonly venues: Readonly<Record<'demo' | 'kalshi' | 'polymarket', VenueConfig>> &
    Readonly<Record<string, VenueConfig>>;
}

export const DEFAULT_CONFIG: Config = {
  ...defaultsOf(GENERAL_SETTINGS),
  venues: {
    demo: { driver: 'demo', name: 'Demo', ...defaultsOf(DEMO_SCHEMA.settings) },
    kalshi: { driver: 'kalshi', name: 'Kalshi', ...defaultsOf(KALSHI_SCHEMA.settings) },
    polymarket: { driver: 'polymarket', name: 'Polymarket', ...defaultsOf(POLYMARKET_SCHEMA.settings) },
  },
};

/** The base URL of a service that is not running, from its configured host and port. */
export function usualUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
