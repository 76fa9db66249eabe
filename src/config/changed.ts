import { type Config, DEFAULT_CONFIG } from '../config.ts';
import type { ChangedSetting } from '../core/ledger/events.ts';
import { configPath, SETTINGS } from './settings.ts';

/** Where the data lies differs between machines and changes nothing that happens. */
const LEFT_OUT: ReadonlySet<string> = new Set(['data_dir']);

/** The settings other than their defaults, by name, each value as JSON. No setting is a secret: those are files. */
export function changedSettings(config: Config): readonly ChangedSetting[] {
  return Object.keys(SETTINGS)
    .filter((name) => !LEFT_OUT.has(name))
    .map((name) => ({ name, value: valueOf(config, name), usual: valueOf(DEFAULT_CONFIG, name) }))
    .filter(({ value, usual }) => value !== usual)
    .map(({ name, value }) => ({ name, value }));
}

const valueOf = (config: Config, name: string): string =>
  JSON.stringify(
    configPath(name).reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], config),
  );
