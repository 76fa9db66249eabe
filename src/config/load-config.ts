import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { err, errorMessage, ok, type Result, snakeCase } from '#contract';
import type { ChangedSetting } from '#domain';
import { type Config, DEFAULT_CONFIG } from './config.ts';
import type { Assignment, ConfigIssue } from './config-issues.ts';
import { createConfig, parseToml } from './parse-config.ts';
import { SETTINGS } from './settings.ts';
import { formerSectionWarnings } from './venue-sections.ts';

/** The folder that holds `src/`. */
export const PROJECT_DIR = dirname(dirname(import.meta.dirname));

/**
 * The folder where relative paths start: the project's folder, or `.crossbook` in the user's home if npm
 * installed Crossbook, because an update or removal would delete a ledger inside the package.
 */
export const findHome = (projectDir: string, userDir: string): string =>
  /[\\/]node_modules[\\/]/.test(projectDir) ? join(userDir, '.crossbook') : projectDir;

export const HOME_DIR = findHome(PROJECT_DIR, homedir());

export interface ConfigRequest {
  readonly file?: string | undefined; // --config; before CROSSBOOK_CONFIG
  readonly dataDir?: string | undefined; // --data-dir; before CROSSBOOK_DATA_DIR
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Receives one warning for each setting with a name of an earlier version. */
  readonly onWarning?: (text: string) => void;
}

/**
 * The settings of this run: defaults, then the file, then the environment, then options. The file is the
 * given one, or `config/crossbook.toml` if it exists. `dataDir` is returned as an absolute path. Refuses with
 * all issues at once, each with its file, line and field.
 */
export function loadConfig(request: ConfigRequest): Result<Config, readonly ConfigIssue[]> {
  const file = readAssignments(request);
  if (!file.ok) return err([file.error]);
  const config = createConfig([...file.value, ...environment(request.env)]);
  if (!config.ok) return config;
  for (const text of formerSectionWarnings(file.value)) request.onWarning?.(text);
  const given = request.dataDir ?? request.env.CROSSBOOK_DATA_DIR;
  const dataDir =
    given === undefined || given === ''
      ? resolve(HOME_DIR, config.value.dataDir)
      : resolve(request.cwd, given);
  return ok({ ...config.value, dataDir });
}

/** The file that `loadConfig` reads, as the operator would write it; null if there is none. */
function configFile({ file, env, cwd }: ConfigRequest): string | null {
  const given = file ?? env.CROSSBOOK_CONFIG;
  if (given !== undefined && given !== '') return resolve(cwd, given);
  const usual = join(HOME_DIR, 'config', 'crossbook.toml');
  return existsSync(usual) ? usual : null;
}

function readAssignments(request: ConfigRequest): Result<readonly Assignment[], ConfigIssue> {
  const path = configFile(request);
  if (path === null) return ok([]);
  try {
    return parseToml(readFileSync(path, 'utf8'), path);
  } catch (error) {
    const reason = errorMessage(error);
    return err({ source: path, line: null, field: null, reason });
  }
}

function environment(env: ConfigRequest['env']): readonly Assignment[] {
  const port = env.CROSSBOOK_PORT;
  const host = env.CROSSBOOK_HOST;
  const assignments: Assignment[] = [];
  if (port !== undefined && port !== '') {
    const value = /^\d+$/.test(port) ? Number(port) : port;
    assignments.push({ source: 'CROSSBOOK_PORT', line: null, name: 'port', value });
  }
  if (host !== undefined && host !== '') {
    assignments.push({ source: 'CROSSBOOK_HOST', line: null, name: 'host', value: host });
  }
  for (const [source, name] of [
    ['CROSSBOOK_JOURNAL_URL', 'journal.url'],
    ['CROSSBOOK_NODE', 'node.name'],
  ] as const) {
    const value = env[source];
    if (value !== undefined && value !== '') assignments.push({ source, line: null, name, value });
  }
  return assignments;
}

/**
 * The settings that differ from their defaults, by name, each value as JSON. Settings contain no secrets:
 * those are in files, but for the URL of the database, which is left out with the folders: they differ between
 * machines and affect nothing else.
 */
export function changedSettings(config: Config): readonly ChangedSetting[] {
  const defaults = new Map(settingsIn(DEFAULT_CONFIG));
  return settingsIn(config)
    .filter(([name, value]) => SETTINGS[name]?.role !== 'place' && value !== defaults.get(name))
    .map(([name, value]) => ({ name, value }));
}

/** Every setting by its name in the file, with its value as JSON. */
function settingsIn(config: Config): readonly (readonly [name: string, value: string])[] {
  const { venues, ...general } = config;
  const named = Object.entries(venues).flatMap(([id, venue]) =>
    Object.entries(venue).map(
      ([key, value]) => [`venues.${id}.${snakeCase(key)}`, JSON.stringify(value)] as const,
    ),
  );
  return [...listLeaves(general, []), ...named];
}

const listLeaves = (value: object, path: readonly string[]): readonly (readonly [string, string])[] =>
  Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
    const here = [...path, snakeCase(key)];
    return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? listLeaves(entry, here)
      : [[here.join('.'), JSON.stringify(entry)] as const];
  });
