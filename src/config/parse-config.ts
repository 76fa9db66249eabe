import { parse, TomlDate, TomlError } from 'smol-toml';
import { err, ok, type Result } from '../domain/model/result.ts';
import { type Config, DEFAULT_CONFIG } from './config.ts';
import { type Assignment, type ConfigIssue, lineOf, nearest } from './config-issues.ts';
import { configPath, SETTINGS } from './settings.ts';
import { externalVenueIssues } from './venue-settings.ts';

/** Reads a TOML text into its settings, in the order written. Refuses text that is not TOML. */
export function parseToml(text: string, source: string): Result<readonly Assignment[], ConfigIssue> {
  try {
    const leaves = flatten(parse(text), []);
    return ok(
      leaves.map(({ path, value }) => ({ source, line: lineOf(text, path), name: path.join('.'), value })),
    );
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0] ?? error.message;
    return err({ source, line: error.line, field: null, reason });
  }
}

/** Lays settings over the defaults, later ones over earlier ones. Refuses with every issue, not the first. */
export function configOf(assignments: readonly Assignment[]): Result<Config, readonly ConfigIssue[]> {
  const slots = venueSlots(assignments);
  const config = structuredClone(DEFAULT_CONFIG);
  const issues: ConfigIssue[] = [];
  const writtenBy = new Map<string, Assignment>();
  for (const assignment of assignments) {
    const name = canonicalName(assignment.name, slots);
    const reason = whyNot(name, assignment, slots) ?? whyTwice(assignment, writtenBy.get(name));
    writtenBy.set(name, assignment);
    if (reason === null) setAt(config, configPath(name), assignment.value);
    else issues.push(issueOf(assignment, reason));
  }
  issues.push(...venueNameIssues(config, writtenBy), ...liveFaultIssues(config, writtenBy));
  // An address or a switch that is no good has been told already.
  if (issues.length === 0) {
    issues.push(...externalVenueIssues(config, (name) => getAt(config, configPath(name)), writtenBy));
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

/** An empty table is a leaf too, so that a mistyped section without settings is still named. */
const isLeafObject = (value: object): boolean =>
  Array.isArray(value) || value instanceof TomlDate || isEmptyTable(value);

type VenueSlots = ReadonlyMap<string, 'demo' | 'one' | 'two'>;

/** The words that name a venue's section: its slot, or the public name the same settings give it. */
function venueSlots(assignments: readonly Assignment[]): VenueSlots {
  const nameOf = (slot: 'one' | 'two'): string => {
    const given = assignments.findLast(({ name }) => name === `venues.${slot}.name`)?.value;
    return typeof given === 'string' ? given : DEFAULT_CONFIG.venues[slot].name;
  };
  return new Map([
    [nameOf('one'), 'one'],
    [nameOf('two'), 'two'],
    ['Demo', 'demo'],
    ['demo', 'demo'],
    ['one', 'one'],
    ['two', 'two'],
  ]);
}

function canonicalName(name: string, slots: VenueSlots): string {
  // A public name may itself hold a dot, so it is matched as a whole.
  const section = [...slots.keys()].find((word) => name.startsWith(`venues.${word}.`));
  if (section === undefined) return name;
  return `venues.${slots.get(section)}.${name.slice(`venues.${section}.`.length)}`;
}

function whyNot(name: string, { value }: Assignment, slots: VenueSlots): string | null {
  const rule = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (rule !== undefined)
    return rule.accepts(value) ? null : `expected ${rule.expects}, got ${render(value)}`;
  const names = Object.keys(SETTINGS);
  if (isEmptyTable(value) && names.some((known) => known.startsWith(`${name}.`))) return null;
  const aliases = [...slots].flatMap(([word, slot]) =>
    names
      .filter((known) => known.startsWith(`venues.${slot}.`))
      .map((known) => known.replace(`venues.${slot}.`, `venues.${word}.`)),
  );
  const guess = nearest(name, [...new Set([...names, ...aliases])]);
  return guess === null ? 'unknown setting' : `unknown setting; did you mean ${guess}?`;
}

/** Two spellings of one venue's section must not silently overrule each other. */
function whyTwice(now: Assignment, before: Assignment | undefined): string | null {
  if (before === undefined || before.source !== now.source || before.name === now.name) return null;
  return `already set as ${before.name}${before.line === null ? '' : ` on line ${before.line}`}`;
}

/** A venue's name is how callers address it: three venues need three names. */
function venueNameIssues(config: Config, writtenBy: ReadonlyMap<string, Assignment>): readonly ConfigIssue[] {
  const { one, two } = config.venues;
  const clash = one.name === two.name ? one.name : [one.name, two.name].find((name) => name === 'Demo');
  if (clash === undefined) return [];
  const culprit = writtenBy.get('venues.two.name') ?? writtenBy.get('venues.one.name');
  return culprit === undefined ? [] : [issueOf(culprit, `two venues would be called ${clash}`)];
}

/** Real venues cannot be told to fail, and whoever asks for it is mistaken about where orders go. */
function liveFaultIssues(
  { profile, sandbox }: Config,
  writtenBy: ReadonlyMap<string, Assignment>,
): readonly ConfigIssue[] {
  const faults = writtenBy.get('sandbox.faults');
  if (profile !== 'live' || faults === undefined || sandbox.faults.length === 0) return [];
  return [issueOf(faults, 'profile "live" has real venues: nothing there can be broken')];
}

const isEmptyTable = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof TomlDate) &&
  Object.keys(value).length === 0;

const issueOf = ({ source, line, name }: Assignment, reason: string): ConfigIssue => ({
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
