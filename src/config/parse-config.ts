import { parse, TomlDate, TomlError } from 'smol-toml';
import { accepts, err, nearest, ok, type Result } from '#contract';
import { type Config, DEFAULT_CONFIG } from './config.ts';
import { type Assignment, type ConfigIssue, findLine } from './config-issues.ts';
import { listSettings, type Setting } from './setting-table.ts';
import { configPath, settingsFor } from './settings.ts';
import { VENUE_SCHEMAS, type VenueSchema } from './venue-schemas.ts';
import { getSection, readVenueSections, type VenueSections } from './venue-sections.ts';

/** Parses TOML text into its settings, in the order of the text. Refuses text that is not TOML. */
export function parseToml(text: string, source: string): Result<readonly Assignment[], ConfigIssue> {
  try {
    const leaves = flatten(parse(text), []);
    return ok(
      leaves.map(({ path, value }) => ({ source, line: findLine(text, path), name: path.join('.'), value })),
    );
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0] ?? error.message;
    return err({ source, line: error.line, field: null, reason });
  }
}

/**
 * Applies settings over the defaults; later ones override earlier ones. Refuses with all issues at once.
 *
 * @param schemas  the kinds of venue that a section can have; tests add more
 */
export function createConfig(
  assignments: readonly Assignment[],
  schemas: readonly VenueSchema[] = VENUE_SCHEMAS,
): Result<Config, readonly ConfigIssue[]> {
  const { venues, idOf, issues: sectionIssues } = readVenueSections(assignments, schemas);
  const config: Config = { ...structuredClone(DEFAULT_CONFIG), venues: structuredClone(venues) };
  const drivers = Object.fromEntries(Object.entries(venues).map(([id, { driver }]) => [id, driver]));
  const rules = settingsFor(drivers, schemas);
  const issues: ConfigIssue[] = [...sectionIssues];
  const writtenBy = new Map<string, Assignment>();
  for (const assignment of assignments) {
    const name = canonicalName(assignment.name, idOf);
    const reason = whyNot(name, assignment, rules, idOf) ?? whyTwice(assignment, writtenBy.get(name));
    writtenBy.set(name, assignment);
    if (reason === null) setAt(config, toPath(name), assignment.value);
    else issues.push(toIssue(assignment, reason));
  }
  issues.push(...venueNameIssues(config, writtenBy), ...liveFaultIssues(config, writtenBy));
  issues.push(...edgeIssues(config, writtenBy));
  // An issue with an address or a switch has been reported already.
  if (issues.length === 0) {
    issues.push(...venueIssues(config, schemas, (name) => getAt(config, toPath(name)), writtenBy));
  }
  return issues.length === 0 ? ok(config) : err(issues);
}

/** `config/crossbook.toml:12: orders.ack_wait_ms: expected an integer …` */
export function renderIssue({ source, line, field, reason }: ConfigIssue): string {
  return [line === null ? source : `${source}:${line}`, field, reason]
    .filter((part) => part !== null)
    .join(': ');
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

function flatten(table: object, path: readonly string[]): readonly Leaf[] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
    const here = [...path, key];
    const isTable = typeof value === 'object' && value !== null && !isLeafObject(value);
    return isTable ? flatten(value, here) : [{ path: here, value }];
  });
}

/** An empty table counts as a setting, so that a mistyped section without settings is still reported. */
const isLeafObject = (value: object): boolean =>
  Array.isArray(value) || value instanceof TomlDate || isEmptyTable(value);

/** `venues.Kalshi.enabled` → `venues.kalshi.enabled`. */
function canonicalName(name: string, idOf: VenueSections['idOf']): string {
  const section = getSection(name);
  const id = section === null ? undefined : idOf.get(section);
  return id === undefined ? name : `venues.${id}${name.slice(name.lastIndexOf('.'))}`;
}

/** A venue's id is unchanged; every other part is camel case in `Config`. */
function toPath(name: string): readonly string[] {
  const section = getSection(name);
  return section === null
    ? configPath(name)
    : ['venues', section, ...configPath(name.slice(name.lastIndexOf('.') + 1))];
}

/** The rule for `driver` is the same in every venue section. */
const ANY_DRIVER = 'venues.demo.driver';

function whyNot(
  name: string,
  { value }: Assignment,
  rules: Readonly<Record<string, Setting<unknown>>>,
  idOf: VenueSections['idOf'],
): string | null {
  const isDriver = getSection(name) !== null && name.endsWith('.driver');
  const rule = Object.hasOwn(rules, name) ? rules[name] : isDriver ? rules[ANY_DRIVER] : undefined;
  if (rule !== undefined)
    return accepts(rule.decoder, value) ? null : `expected ${rule.decoder.expects}, got ${render(value)}`;
  const names = Object.keys(rules);
  if (isEmptyTable(value) && names.some((known) => known.startsWith(`${name}.`))) return null;
  const aliases = [...idOf].flatMap(([section, id]) =>
    names
      .filter((known) => known.startsWith(`venues.${id}.`))
      .map((known) => known.replace(`venues.${id}.`, `venues.${section}.`)),
  );
  if (name.endsWith('.heartbeat') && names.includes(name.replace(/heartbeat$/, 'enabled')))
    return 'this venue has no heartbeat: it keeps resting orders while the service is down';
  const guess = nearest(name, [...new Set([...names, ...aliases])]);
  if (guess !== null) return `unknown setting; did you mean ${guess}?`;
  return getSection(name) === null
    ? 'unknown setting'
    : `unknown venue; add driver = ${rules[ANY_DRIVER]?.decoder.expects} to its section`;
}

/** Two spellings of one venue's section must not silently override each other. */
function whyTwice(now: Assignment, before: Assignment | undefined): string | null {
  if (before === undefined || before.source !== now.source || before.name === now.name) return null;
  return `already set as ${before.name}${before.line === null ? '' : ` on line ${before.line}`}`;
}

/** Callers address a venue by name, so names must be unique. */
function venueNameIssues(config: Config, writtenBy: Written): readonly ConfigIssue[] {
  const ids = Object.keys(config.venues);
  const nameOf = (id: string): string | undefined => config.venues[id]?.name;
  return ids
    .filter((id, index) => ids.slice(0, index).some((earlier) => nameOf(earlier) === nameOf(id)))
    .flatMap((id) => {
      const names = ids.filter((each) => nameOf(each) === nameOf(id)).toReversed();
      const settings = names.flatMap((each) => [`venues.${each}.name`, `venues.${each}.driver`]);
      const culprit = settings.map((name) => writtenBy.get(name)).find((each) => each !== undefined);
      return culprit === undefined ? [] : [toIssue(culprit, `two venues would have the name ${nameOf(id)}`)];
    });
}

/** Only simulators have faults. A profile on real venues with a fault is a mistake about where orders go. */
function liveFaultIssues({ profile, sandbox }: Config, writtenBy: Written): readonly ConfigIssue[] {
  const faults = writtenBy.get('sandbox.faults');
  if (profile === 'sandbox' || faults === undefined || sandbox.faults.length === 0) return [];
  return [toIssue(faults, `profile "${profile}" uses real venues, which have no fault injection`)];
}

/** A node that may not own the journal has only its forwarding. */
function edgeIssues({ journal, edge, node }: Config, writtenBy: Written): readonly ConfigIssue[] {
  const [mayOwn, enabled] = [writtenBy.get('node.may_own'), writtenBy.get('edge.enabled')];
  if (mayOwn !== undefined && !node.mayOwn && !edge.enabled)
    return [toIssue(mayOwn, 'needs edge.enabled = true')];
  if (enabled !== undefined && edge.enabled && journal.url === '')
    return [
      toIssue(enabled, 'needs journal.url: only the nodes of a journal in PostgreSQL forward requests'),
    ];
  return [];
}

const isEmptyTable = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof TomlDate) &&
  Object.keys(value).length === 0;

const toIssue = ({ source, line, name }: Assignment, reason: string): ConfigIssue => ({
  source,
  line,
  field: name,
  reason,
});

const render = (value: unknown): string => (isEmptyTable(value) ? 'a section' : JSON.stringify(value));

function setAt(config: Config, path: readonly string[], value: unknown): void {
  let at = config as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  const last = path.at(-1);
  if (last !== undefined && !isEmptyTable(value)) at[last] = value;
}

const getAt = (config: Config, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], config);

type Written = ReadonlyMap<string, Assignment>;

/**
 * Why an enabled venue cannot be used as configured: an address that the profile does not allow, an
 * unencrypted address, or a missing key.
 *
 * @param valueAt  returns the value of a setting by its name in the file
 */
function venueIssues(
  config: Config,
  schemas: readonly VenueSchema[],
  valueAt: (name: string) => unknown,
  written: Written,
): readonly ConfigIssue[] {
  return Object.entries(config.venues).flatMap(([id, { driver, enabled }]) => {
    const schema = schemas.find((each) => each.driver === driver);
    if (!enabled || schema === undefined) return [];
    const issue = (name: string, reason: string): ConfigIssue =>
      issueAt(`venues.${id}.${name}`, `venues.${id}.enabled`, written, reason);
    const addresses = listSettings(schema.settings).filter(({ setting }) => setting.role === 'url');
    const urls = addresses.flatMap(({ name }) => {
      const reason = whyNotUrl(String(valueAt(`venues.${id}.${name}`)), config.profile);
      return reason === null ? [] : [issue(name, reason)];
    });
    const required = config.profile === 'shadow' ? [] : schema.required; // public market data needs no key
    const isSet = (name: string): boolean => valueAt(`venues.${id}.${name}`) !== '';
    const missing = required.flatMap((names) => {
      const [name, ...others] = names;
      if (name === undefined || names.some(isSet)) return [];
      return [issue(name, ['needed to trade on this venue', ...others].join(', or '))];
    });
    const incomplete = (schema.together ?? []).flatMap(([name, ...needed]) => {
      const [first, ...others] = needed;
      if (first === undefined || !isSet(name) || needed.some(isSet)) return [];
      return [issue(first, [`needed with ${name}`, ...others].join(', or '))];
    });
    const mistaken = (schema.valued ?? [])
      .filter(([name, needed, value]) => isSet(name) && valueAt(`venues.${id}.${needed}`) !== value)
      .map(([name, needed, value]) => issue(needed, `must be ${value} with ${name}`));
    const excluded = (schema.exclusive ?? [])
      .filter(([name, other]) => isSet(name) && isSet(other))
      .map(([name, other]) => issue(other, `not together with ${name}`));
    return [...urls, ...missing, ...incomplete, ...mistaken, ...excluded];
  });
}

/** True if the host is this machine, so that no traffic leaves it. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function whyNotUrl(url: string, profile: Config['profile']): string | null {
  if (isLoopbackUrl(url)) return null;
  if (profile === 'sandbox') {
    return `${url} is not on this machine; profile "sandbox" connects to nothing else. Set profile = "live" to trade there`;
  }
  const isEncrypted = ['https:', 'wss:'].includes(new URL(url).protocol);
  return isEncrypted ? null : `${url} is not encrypted; a live venue needs https:// or wss://`;
}

/** Reported at the line of the setting, or where the venue was enabled if the setting has its default. */
function issueAt(name: string, enabled: string, written: Written, reason: string): ConfigIssue {
  const at = written.get(name) ?? written.get(enabled);
  return { source: at?.source ?? 'the settings', line: at?.line ?? null, field: name, reason };
}
