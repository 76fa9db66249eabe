import { accepts } from '#contract';
import { type Config, DEFAULT_CONFIG } from './config.ts';
import type { Assignment, ConfigIssue } from './config-issues.ts';
import { defaultsOf } from './setting-table.ts';
import { DEMO_ID, VENUE_NAME, type VenueConfig, type VenueSchema } from './venue-schemas.ts';

/** Section names of earlier versions. They still work, with a warning. */
const FORMER_SECTIONS = new Map([
  ['one', 'kalshi'],
  ['two', 'polymarket'],
]);

/** The venue sections of a file, resolved to the venues they configure. */
export interface VenueSections {
  /** Each venue with its driver's defaults, in listing order. */
  readonly venues: Config['venues'];
  /** Finds the venue by its section name, public name or previous section name. */
  readonly idOf: ReadonlyMap<string, string>;
  readonly issues: readonly ConfigIssue[];
}

/**
 * Finds the venues of a configuration: the default ones, and each further section that names a driver.
 * A section is named by its id or by the public name that the same settings give it.
 */
export function readVenueSections(
  assignments: readonly Assignment[],
  schemas: readonly VenueSchema[],
): VenueSections {
  const idOf = defaultSections(assignments);
  const venues: Record<string, VenueConfig> = { ...DEFAULT_CONFIG.venues };
  const issues: ConfigIssue[] = [];
  for (const assignment of assignments) {
    const section = getSection(assignment.name);
    if (section === null || !assignment.name.endsWith('.driver')) continue;
    const schema = schemas.find(({ driver }) => driver === assignment.value);
    const id = idOf.get(section) ?? section;
    const known = Object.hasOwn(venues, id) ? venues[id] : undefined;
    const twin = known === undefined ? findCaseTwin(id, venues) : undefined;
    if (twin !== undefined) issues.push(toIssue(assignment, `differs from [venues.${twin}] only in case`));
    if (!accepts(VENUE_NAME, id)) issues.push(toIssue(assignment, `a venue has ${VENUE_NAME.expects}`));
    else if (schema !== undefined && known?.driver !== schema.driver) {
      // No real order may ever carry the name Demo.
      if (id === DEMO_ID)
        issues.push(toIssue(assignment, 'the built-in venue has driver = "demo"; add another section'));
      else venues[id] = { driver: schema.driver, name: known?.name ?? id, ...defaultsOf(schema.settings) };
    }
    idOf.set(section, id);
  }
  return { venues: venues as Config['venues'], idOf, issues };
}

/** `venues.Kalshi.enabled` → `Kalshi`; a public name may contain a dot. Null outside venue sections. */
export function getSection(name: string): string | null {
  const end = name.lastIndexOf('.');
  return name.startsWith('venues.') && end > 'venues.'.length ? name.slice('venues.'.length, end) : null;
}

/**
 * The section of a venue, found by section name, public name or previous section name; null if there is none.
 */
export function findVenueId({ venues }: Config, name: string): string | null {
  const id = FORMER_SECTIONS.get(name) ?? name;
  return Object.entries(venues).find(([each, venue]) => each === id || venue.name === name)?.[0] ?? null;
}

/** One warning for each section that still uses the name of an earlier version. */
export function formerSectionWarnings(assignments: readonly Assignment[]): readonly string[] {
  const used = new Set(assignments.map(({ name }) => getSection(name)));
  return [...FORMER_SECTIONS]
    .filter(([former]) => used.has(former))
    .map(([former, id]) => `[venues.${former}] is now called [venues.${id}]: rename the section.`);
}

/** `venues.kalshi.key_file` → `venues.one.key_file`; null if the section never had another name. */
export function formerSettingName(name: string): string | null {
  const section = getSection(name);
  const former = [...FORMER_SECTIONS].find(([, id]) => id === section)?.[0];
  return former === undefined ? null : `venues.${former}${name.slice(name.lastIndexOf('.'))}`;
}

function defaultSections(assignments: readonly Assignment[]): Map<string, string> {
  const idOf = new Map<string, string>([['Demo', DEMO_ID]]);
  for (const [id, { name }] of Object.entries(DEFAULT_CONFIG.venues)) {
    const names = [id, ...[...FORMER_SECTIONS].filter(([, to]) => to === id).map(([former]) => former)];
    const given = assignments.findLast(
      (each) => each.name.endsWith('.name') && names.includes(getSection(each.name) ?? ''),
    )?.value;
    for (const each of [typeof given === 'string' ? given : name, ...names]) idOf.set(each, id);
  }
  return idOf;
}

/** A venue's id names its data folder, and many file systems ignore case. */
const findCaseTwin = (id: string, venues: Readonly<Record<string, VenueConfig>>): string | undefined =>
  Object.keys(venues).find((each) => each.toLowerCase() === id.toLowerCase());

const toIssue = ({ source, line, name }: Assignment, reason: string): ConfigIssue => ({
  source,
  line,
  field: name,
  reason,
});
