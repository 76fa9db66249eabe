// `node scripts/run.mjs scripts/drift.ts`: what a venue has published since the decoders and the clients of the tests were last compared with it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';
import { parse } from 'yaml';
import { KALSHI_OPERATIONS, KALSHI_STREAM_MESSAGES } from './drift/kalshi-shapes.ts';
import KNOWN from './drift/known-versions.json' with { type: 'json' };
import { type Drift, findDrift, type ReadShape } from './drift/spec-drift.ts';
import type { Spec } from './drift/spec-samples.ts';

const USAGE = `node scripts/run.mjs scripts/drift.ts [--kalshi-openapi FILE] [--kalshi-asyncapi FILE] [--all]

Compares specifications of venues (YAML or JSON files that you have downloaded) with what the decoders read, and the venues' own
clients in the registry with those of the tests. --all also lists the fields that are known and not read.
The exit code is 1 if something that is read is gone or cannot be read. It is 0 without a connection.`;

const SPECIFICATIONS: Readonly<Record<keyof typeof KNOWN.specifications, readonly ReadShape[]>> = {
  'kalshi-openapi': KALSHI_OPERATIONS,
  'kalshi-asyncapi': KALSHI_STREAM_MESSAGES,
};
const REGISTRY_MS_MAX = 20_000;

const { values } = parseArgs({
  options: {
    'kalshi-openapi': { type: 'string' },
    'kalshi-asyncapi': { type: 'string' },
    all: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

if (values.help === true) console.log(USAGE);
else {
  const drifts = Object.entries(SPECIFICATIONS).flatMap(([name, shapes]) =>
    compareFile(name as keyof typeof SPECIFICATIONS, shapes),
  );
  await compareClients();
  process.exitCode = drifts.some(({ kind }) => kind !== 'new field' && kind !== 'unread field') ? 1 : 0;
}

function compareFile(name: keyof typeof SPECIFICATIONS, shapes: readonly ReadShape[]): readonly Drift[] {
  const { version, date } = KNOWN.specifications[name];
  const file = values[name];
  if (file === undefined) {
    console.log(`${name}: known ${version} of ${date}; not compared, name a file with --${name}`);
    return [];
  }
  const spec = parse(readFileSync(file, 'utf8')) as Spec;
  const info = spec['info'] as { readonly version?: unknown } | undefined;
  const drifts = findDrift(spec, shapes);
  const shown = drifts.filter(({ kind }) => values.all === true || kind !== 'unread field');
  const hidden = drifts.length - shown.length;
  console.log(
    `${name}: known ${version} of ${date}, ${file} is ${String(info?.version)}; ${shown.length} differences`,
  );
  for (const { kind, where, what } of shown) console.log(`  ${kind}: ${where} ${what}`.trimEnd());
  if (hidden > 0) console.log(`  ${hidden} fields are known and not read (--all lists them)`);
  return drifts;
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
