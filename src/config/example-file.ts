import { DEFAULT_CONFIG } from './config.ts';
import { GENERAL_SETTINGS } from './general-settings.ts';
import { listSettings, type NamedSetting, setting } from './setting-table.ts';
import { DEMO_ID, VENUE_NAME, VENUE_SCHEMAS, type VenueSchema } from './venue-schemas.ts';

const HEAD = `# Every setting of Crossbook with its default. Copy to config/crossbook.toml (read when it exists), or
# name another file with --config or CROSSBOOK_CONFIG, and keep only the lines you change.
# A setting that is unknown, of the wrong type or out of range stops the start with its line.
# CROSSBOOK_PORT, CROSSBOOK_HOST and CROSSBOOK_DATA_DIR go before this file.
# Written by scripts/generate.ts from src/config/.
`;
const VENUES = `# Venues. Each section is one venue: demo, kalshi and polymarket are always there, and a section of any other
# name adds one, with its driver: [venues.Kalshi2] with driver = "kalshi" is a second account at Kalshi.
`;
/** What is said of a section, after its name. */
const SECTIONS: Readonly<Record<string, string>> = {
  positions: 'where YES and NO are tokens, as at Polymarket (docs/api/balances.md#without-a-request)',
  'rate.read': 'token buckets: per key, and for failed authentication per address',
  'rate.write': 'orders; a batch costs one token per item',
  'rate.risk': 'kill switch, limits, risk cancel-all',
  'rate.quotes': 'one token for each side that changes',
  replay: 'how the fill model treats orders, in a replay and under profile "shadow" (docs/replay.md)',
  'notifications.telegram': 'docs/api/webhooks.md#telegram-and-mail',
};
const COMMENT_COLUMN = 26;

/** The text of `config/crossbook.example.toml`. */
export function exampleFile(): string {
  const all = listSettings(GENERAL_SETTINGS);
  const sections = Map.groupBy(all, ({ name }) => name.slice(0, Math.max(0, name.lastIndexOf('.'))));
  const top = (sections.get('') ?? []).map((each) => renderLine(each));
  const rest = [...sections].filter(([name]) => name !== '').map(([name, each]) => renderSection(name, each));
  const venues = VENUE_SCHEMAS.map((schema, index) => (index === 0 ? VENUES : '') + renderVenue(schema));
  return `${[`${HEAD}\n${top.join('\n')}`, ...venues, ...rest].join('\n\n')}\n`;
}

function renderVenue({ driver, settings }: VenueSchema): string {
  const name = DEFAULT_CONFIG.venues[driver]?.name ?? driver;
  const named =
    driver === DEMO_ID ? {} : { name: setting(VENUE_NAME, name, 'as callers write it in `venue`') };
  const own = listSettings({ ...named, ...settings }).map((each) => renderLine(each));
  return [`[venues.${driver}]`, `driver = "${driver}"`, ...own].join('\n');
}

const renderSection = (name: string, settings: readonly NamedSetting[]): string => {
  const text = SECTIONS[name] ?? '';
  return [withComment(`[${name}]`, text), ...settings.map((each) => renderLine(each))].join('\n');
};

function renderLine({ name, setting: { decoder, defaultValue, text } }: NamedSetting): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const allowed = describeAllowed(decoder.expects);
  const said = [text, ...(allowed === null || text.includes('"') ? [] : [`(${allowed})`])];
  return withComment(`${last} = ${renderValue(defaultValue)}`, said.filter((part) => part !== '').join(' '));
}

/** The bounds of a number, or the words of a choice; null: the text says what is allowed. */
function describeAllowed(expects: string): string | null {
  const [, min, max] = /^(?:an integer|a number) from (\S+) to (\S+)$/.exec(expects) ?? [];
  if (min !== undefined)
    return Number(max) === Number.MAX_SAFE_INTEGER ? `at least ${min}` : `${min} to ${max}`;
  return /^"\S+"(?: or "\S+")+$/.test(expects) ? expects : null;
}

/** JSON, and TOML too: there are no tables and no null among the defaults. */
const renderValue = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value);

const withComment = (line: string, text: string): string =>
  text === '' ? line : `${line.padEnd(COMMENT_COLUMN - 1)} # ${text}`;
