// `node scripts/run.mjs scripts/drift.ts`: what a venue has published since the decoders and the clients of the tests were last compared with it.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs, promisify } from 'node:util';
import { parse } from 'yaml';
import { KALSHI_OPERATIONS, KALSHI_STREAM_MESSAGES } from './drift/kalshi-shapes.ts';
import KNOWN from './drift/known-versions.json' with { type: 'json' };
import { POLYMARKET_SHAPES } from './drift/polymarket-shapes.ts';
import UNREAD from './drift/polymarket-unread.json' with { type: 'json' };
import { type Drift, findDrift, type ReadShape } from './drift/spec-drift.ts';
import type { Spec } from './drift/spec-samples.ts';

type Name = keyof typeof KNOWN.specifications | keyof typeof UNREAD;
type Version = Readonly<Record<'version' | 'date', string>>;

const SPECIFICATIONS: Readonly<Record<Name, readonly ReadShape[]>> = {
  'kalshi-openapi': KALSHI_OPERATIONS,
  'kalshi-asyncapi': KALSHI_STREAM_MESSAGES,
  ...POLYMARKET_SHAPES,
};
const NAMES = Object.keys(SPECIFICATIONS) as readonly Name[];
const UNREAD_FILE = join(import.meta.dirname, 'drift', 'polymarket-unread.json');
const REGISTRY_MS_MAX = 20_000;

const USAGE = `node scripts/run.mjs scripts/drift.ts [--NAME FILE …] [--all] [--record]

Compares specifications of venues (YAML or JSON files that you have downloaded) with what the decoders read, and the venues' own
clients in the registry with those of the tests. NAME is one of
  ${NAMES.join('\n  ')}
--all also lists the fields that are known and not read. --record writes the fields of Polymarket's specifications that are not
read, so that only later ones are new.
The exit code is 1 if something that is read is gone or cannot be read. It is 0 without a connection.`;

const FILE_OPTIONS: ParseArgsOptionsConfig = Object.fromEntries(
  NAMES.map((name) => [name, { type: 'string' }] as const),
);

const { values } = parseArgs({
  options: {
    ...FILE_OPTIONS,
    all: { type: 'boolean' },
    record: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

if (values['help'] === true) console.log(USAGE);
else {
  const drifts = NAMES.flatMap((name) => compareFile(name, SPECIFICATIONS[name]));
  await compareClients();
  process.exitCode = drifts.some(({ kind }) => kind !== 'new field' && kind !== 'unread field') ? 1 : 0;
}

function compareFile(name: Name, shapes: readonly ReadShape[]): readonly Drift[] {
  const known = (KNOWN.specifications as Partial<Record<Name, Version>>)[name];
  const before = known === undefined ? 'no version known' : `known ${known.version} of ${known.date}`;
  const file: unknown = (values as Readonly<Record<string, unknown>>)[name];
  if (typeof file !== 'string') {
    console.log(`${name}: ${before}; not compared, name a file with --${name}`);
    return [];
  }
  const spec = parse(readFileSync(file, 'utf8')) as Spec;
  const info = spec['info'] as { readonly version?: unknown } | undefined;
  const drifts = findDrift(spec, shapes);
  const shown = drifts.filter(({ kind }) => values['all'] === true || kind !== 'unread field');
  const hidden = drifts.length - shown.length;
  console.log(`${name}: ${before}, ${file} is ${String(info?.version)}; ${shown.length} differences`);
  for (const { kind, where, what } of shown) console.log(`  ${kind}: ${where} ${what}`.trimEnd());
  if (hidden > 0) console.log(`  ${hidden} fields are known and not read (--all lists them)`);
  if (values['record'] === true && name in UNREAD) recordUnread(name as keyof typeof UNREAD, drifts);
  return drifts;
}

function recordUnread(name: keyof typeof UNREAD, drifts: readonly Drift[]): void {
  const unread = drifts.filter(({ kind }) => kind === 'new field' || kind === 'unread field');
  const byOperation = Object.groupBy(unread, ({ where }) => where);
  const fields = Object.entries(byOperation).map(([where, found = []]) => [
    where,
    found.map(({ what }) => what),
  ]);
  const recorded = JSON.parse(readFileSync(UNREAD_FILE, 'utf8')) as Record<string, unknown>;
  recorded[name] = Object.fromEntries(fields);
  writeFileSync(UNREAD_FILE, `${JSON.stringify(recorded, null, 2)}\n`);
}

async function compareClients(): Promise<void> {
  for (const [name, { version, date }] of Object.entries(KNOWN.clients)) {
    const newest = await findNewest(name);
    const news =
      newest === null
        ? 'the registry is not reachable'
        : newest === version
          ? 'the newest'
          : `${newest} is newer`;
    console.log(`${name}: known ${version} of ${date}; ${news}`);
  }
}

/** The newest version in the registry, by the npm of this machine; null if it is not known. */
async function findNewest(name: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'version'], {
      timeout: REGISTRY_MS_MAX,
    });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
