import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { METRICS } from '../src/platform/metric-definitions.ts';
import { listPackageFiles, toPath } from './support/package-faces.ts';

/**
 * The packages of docs/architecture.md, lowest first, and the other packages that each may import. A package is a folder of
 * src/ with one face, its `index.ts`, which others import as `#name`. `app` composes the packages and may import all of
 * them, and so may the command line, which starts the app. Tests may import anything.
 */
const CORE = ['ports', 'relations', 'domain', 'contract'];
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  domain: ['contract'],
  'matching-engine': ['contract'],
  relations: ['domain', 'contract'],
  ports: ['relations', 'domain', 'contract'],
  orders: CORE,
  'complex-orders': ['orders', ...CORE],
  oms: ['complex-orders', 'orders', ...CORE],
  'market-data': CORE,
  notifications: ['orders', 'ports', 'domain', 'contract'],
  recorder: ['ports', 'domain', 'contract'],
  'storage/shared': ['ports', 'domain', 'contract'],
  'storage/sqlite': ['storage/shared', ...CORE],
  'storage/postgres': ['storage/shared', 'ports', 'domain', 'contract'],
  'venues/shared': ['ports', 'domain', 'contract'],
  'venues/demo': ['matching-engine', 'ports', 'contract'],
  'venues/kalshi': ['venues/shared', 'ports', 'domain', 'contract'],
  'venues/polymarket': ['venues/shared', 'matching-engine', 'ports', 'domain', 'contract'],
  'venues/replay': ['ports', 'domain', 'contract'],
  config: ['domain', 'contract'],
  platform: ['config', ...CORE],
  drivers: ['venues/kalshi', 'venues/polymarket', 'platform', 'config', 'ports', 'contract'],
  edge: ['ports', 'contract'],
  http: ['edge', 'oms', 'complex-orders', 'orders', 'notifications', 'market-data', 'config', ...CORE],
  streams: ['http', 'edge', 'orders', 'market-data', 'config', 'ports', 'contract'],
  admin: ['oms', 'orders', 'matching-engine', ...CORE],
  mcp: ['contract'],
  cli: ['*'],
  app: ['*'],
  'main.ts': ['app', 'cli', 'config', 'platform'],
};

const PACKAGE_LINES_MAX = 14_000; // without tests

/** The folders of src/domain/, lowest first: a folder imports only those above it in this list. */
const DOMAIN_LAYERS = [
  ['fees', 'instruments', 'market-data', 'order-books', 'quotes'],
  ['positions', 'replay', 'risk', 'routing'],
  ['events'],
  ['order-state', 'recording'],
  ['complex-orders'],
  ['projections', 'notifications'],
];

/** They decide synchronously, over values. */
const PURE = [
  'contract',
  'domain',
  'matching-engine',
  'relations',
  'complex-orders/rules',
  'complex-orders/types',
];
/** They see time, randomness, disk and network through ports only: one seed, one history. */
const SEEDED = [...PURE, 'orders', 'complex-orders', 'oms', 'notifications'];

/** Patterns that must not occur in the code of a folder; comments are not searched. */
const FORBIDDEN: readonly Forbidden[] = [
  { in: SEEDED, what: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/, why: 'time is a port' },
  {
    in: SEEDED,
    what: /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/,
    why: 'randomness is a port',
  },
  { in: SEEDED, what: /\bset(?:Timeout|Interval|Immediate)\b/, why: 'waiting is a port' },
  {
    in: SEEDED,
    what: /'node:(?:timers|fs|http|https|net|tls|dgram|child_process|worker_threads|sqlite)/,
    why: 'the outside is reached through ports',
  },
  { in: PURE, what: /\bawait\b|\basync\b|\bPromise\b/, why: 'what is pure decides synchronously' },
  // Each kind of knowledge has one place.
  {
    in: ['*'],
    but: ['storage'],
    what: /(['"`])\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|PRAGMA|BEGIN)\s/,
    why: 'SQL belongs in storage/',
  },
  {
    in: ['*'],
    but: ['cli', 'config'],
    what: /\bprocess\.env\b/,
    why: 'the environment is read in cli/ and config/',
  },
  {
    in: ['*'],
    but: ['cli', 'main.ts'],
    what: /\bprocess\.exit\b/,
    why: 'the command line alone ends the process',
  },
  { in: ['*'], but: ['cli', 'platform'], what: /\bconsole\.\w+\(/, why: 'messages go through the log port' },
  { in: ['*'], what: /\bas any\b|\bas unknown as any\b/, why: 'types are stated, not silenced' },
];

interface Forbidden {
  readonly in: readonly string[]; // folders of src/, or * for all
  readonly but?: readonly string[];
  readonly what: RegExp;
  readonly why: string;
}

const ROOT = dirname(import.meta.dirname);
const SKIPPED = ['**/node_modules/**', '**/dist/**', 'data/**', '.git/**', 'coverage/**'];
const files = (...patterns: string[]): readonly string[] =>
  globSync(patterns, { cwd: ROOT, exclude: SKIPPED, withFileTypes: false }).map((path) =>
    path.replaceAll('\\', '/'),
  );
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const isTestOnly = (path: string): boolean =>
  /\.(?:test|fixture|conformance)\.ts$/.test(path) ||
  /(?:^|\/)(?:testing|fixtures|conformance)\//.test(path) ||
  basename(path) === 'conformance.ts';
const SOURCE = files('src/**/*.ts');
const RUNNING = SOURCE.filter((path) => !isTestOnly(path));

test('imports point inward', () => {
  const wrong = RUNNING.flatMap((path) =>
    listImports(path)
      .filter((target) => target.startsWith('src/') && !mayImport(getPackage(path), getPackage(target)))
      .map(
        (target) =>
          `${path} imports ${target}; ${getPackage(path)} may import ${MAY_IMPORT[getPackage(path)]?.join(', ')}`,
      ),
  );
  assert.deepEqual(wrong, []);
});

test('a package shows itself in its face alone: others import it as #name, its own files by their path', () => {
  const users = [...RUNNING, ...files('simulators/**/*.ts').filter((path) => !isTestOnly(path))];
  const wrong = users.flatMap((path) => {
    const code = codeLines(read(path)).join('\n');
    const written = [...code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].map(
      ([, to = '']) => to,
    );
    const past = written.filter((to) => to.startsWith('.') && isPast(path, toPath(path, to)));
    const around = written.filter((to) => to === `#${getPackage(path)}`);
    return [...past, ...around].map((to) => `${path} imports ${to}`);
  });
  assert.deepEqual(wrong, []);
});

const isPast = (from: string, to: string): boolean =>
  to.startsWith('src/') && !(from.startsWith('src/') && getPackage(from) === getPackage(to));

test('a face only names what its package shows', () => {
  const wrong = SOURCE.filter((path) => basename(path) === 'index.ts').flatMap((path) => {
    const rest = codeLines(read(path))
      .join('\n')
      .replace(/export\s+(?:type\s+)?(?:\{[^}]*\}|\* as \w+)\s+from '\.\/[\w./-]+';/g, '');
    return rest.trim() === '' ? [] : [`${path}: ${rest.trim()}`];
  });
  assert.deepEqual(wrong, []);
});

test('no package is too large to be known by one person', () => {
  const lines = Map.groupBy(RUNNING, getPackage);
  const large = [...lines]
    .map(
      ([name, paths]) => [name, paths.reduce((sum, path) => sum + read(path).split('\n').length, 0)] as const,
    )
    .filter(([, count]) => count > PACKAGE_LINES_MAX);
  assert.deepEqual(large, []);
});

test('the README of each package names what it may import and only files that exist', () => {
  const wrong = Object.entries(MAY_IMPORT).flatMap(([name, allowed]) => {
    if (name.endsWith('.ts')) return [];
    const [folder = '', member] = name.split('/');
    const text = read(`src/${folder}/README.md`);
    const names = allowed.map((each) => `\`${each}\``).join(', ') || 'no other package';
    const line = `${member === undefined ? 'May' : `\`${member}/\` may`} import: ${allowed.includes('*') ? 'every package' : names}.`;
    const unknown = Array.from(text.matchAll(/[\w./-]+\.ts\b/g), ([path]) => path).filter(
      (path) => ![`src/${folder}/${path}`, `src/${path}`].some((each) => existsSync(join(ROOT, each))),
    );
    return [
      ...(text.includes(line) ? [] : [`${name}: ${line}`]),
      ...unknown.map((path) => `${name}: ${path}`),
    ];
  });
  assert.deepEqual(wrong, []);
});

test('the README of domain/ has its layers', () => {
  const rows = DOMAIN_LAYERS.map(
    (folders, index) => `| ${index + 1} | ${folders.map((name) => `\`${name}\``).join(', ')} |`,
  );
  assert.ok(read('src/domain/README.md').includes(rows.join('\n')), rows.join('\n'));
});

test('the folders of domain/ import from lower folders only', () => {
  const folderOf = (path: string): string => path.split('/')[2] ?? '';
  const layerOf = (path: string): number =>
    DOMAIN_LAYERS.findIndex((folders) => folders.includes(folderOf(path)));
  const domain = RUNNING.filter((path) => path.startsWith('src/domain/') && basename(path) !== 'index.ts');
  assert.deepEqual(
    domain.filter((path) => layerOf(path) < 0),
    [],
  );
  const wrong = domain.flatMap((path) =>
    listImports(path)
      .filter((target) => target.startsWith('src/domain/') && folderOf(target) !== folderOf(path))
      .filter((target) => layerOf(target) >= layerOf(path))
      .map((target) => `${path} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('every package has its row of allowed imports', () => {
  const packages = new Set(SOURCE.map(getPackage).filter((name) => !name.endsWith('.test.ts')));
  assert.deepEqual(
    [...packages].filter((name) => MAY_IMPORT[name] === undefined && !GROUPS.has(name)),
    [],
  );
});

test('a file name says what the file is: no two files of the service and its tests have the same one', () => {
  const looked = files('{src,simulators,simulation,test,bench,scripts}/**/*.{ts,mjs}').filter(
    (path) => !['index.ts', 'main.ts', 'main.test.ts'].includes(basename(path)),
  );
  const repeated = [...Map.groupBy(looked, (path) => basename(path)).values()].filter(
    ({ length }) => length > 1,
  );
  assert.deepEqual(repeated, []);
});

test('no import cycles between files', () => {
  const drawn = files('{src,sdk/src,simulators,terminal/src,simulation,bench,scripts}/**/*.{ts,tsx}');
  const below = new Map(drawn.map((path) => [path, listImports(path)]));
  const state = new Map<string, 'open' | 'done'>();
  const wrong: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'open') wrong.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (state.has(path)) return;
    state.set(path, 'open');
    for (const target of below.get(path) ?? []) {
      // A worker is started by its file name, and may import the message types of the file that starts it.
      if (below.has(target) && !target.endsWith('.worker.ts')) visit(target, [...trail, path]);
    }
    state.set(path, 'done');
  };
  for (const path of drawn) visit(path, []);
  assert.deepEqual(wrong, []);
});

test('the SDK is independent: nothing of src, nothing from npm', () => {
  const wrong = files('sdk/src/**/*.ts').flatMap((path) =>
    listImports(path)
      .filter((target) => !target.startsWith('sdk/src/') && !target.startsWith('node:'))
      .map((target) => `${path} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('a simulator shares with src only pure code and the ports for time and randomness', () => {
  const shared = /^src\/(?:contract\/|domain\/|matching-engine\/|ports\/environment\.ts$)/;
  const wrong = files('simulators/**/*.ts')
    .filter((path) => !isTestOnly(path))
    .flatMap((path) =>
      listImports(path)
        .filter((target) => target.startsWith('src/') && !shared.test(target))
        .map((target) => `${path} imports ${target}`),
    );
  assert.deepEqual(wrong, []);
});

test('a command loads what only some commands need when it needs it', () => {
  const heavy =
    /^import (?!type )[^;]*'(#mcp|#app|#drivers|#http|#orders|#recorder|@modelcontextprotocol\/[^']*|hyparquet[^']*|nodemailer|typebox|undici)';/gm;
  const wrong = RUNNING.filter((path) => /^src\/(?:cli|platform)\//.test(path)).flatMap((path) =>
    Array.from(read(path).matchAll(heavy), ([, target]) => `${path} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

for (const { in: where, but = [], what, why } of FORBIDDEN) {
  test(`${where.join(' and ').replace('*', 'src')}: ${why}`, () => {
    const isIn = (path: string, folders: readonly string[]): boolean =>
      folders.some((folder) => path === `src/${folder}` || path.startsWith(`src/${folder}/`));
    const looked = RUNNING.filter((path) => (where.includes('*') || isIn(path, where)) && !isIn(path, but));
    const wrong = looked.flatMap((path) =>
      codeLines(read(path)).flatMap((line, index) =>
        what.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
    );
    assert.deepEqual(wrong, []);
  });
}

test('no rule is switched off and nothing is left for later', () => {
  const marks = /oxlint-disable|eslint-disable|biome-ignore|@ts-ignore|@ts-nocheck|\b(?:TODO|FIXME|XXX)\b/;
  const looked = files('{src,sdk,simulation,bench,test,scripts,simulators}/**/*.{ts,mjs}').filter(
    (path) => path !== 'test/tidy.test.ts',
  );
  assert.deepEqual(linesWith(looked, marks), []);
  // In a test it proves that the compiler rejects something; anywhere else it hides an error.
  const running = looked.filter((path) => !path.endsWith('.test.ts'));
  assert.deepEqual(linesWith(running, /@ts-expect-error/), []);
});

test('no file mentions a folder of one machine', () => {
  const machinePath = /(?<![\w.~-])(?:\/home\/[a-z]|\/Users\/[A-Za-z]|\/root\/|\/work\/|[A-Z]:\\Users\\)/;
  const looked = files('**/*.{ts,mjs,json,md,toml,yml,yaml,html,css,js}', '.ci/*').filter(
    (path) => path !== 'test/tidy.test.ts' && !path.endsWith('package-lock.json'),
  );
  assert.deepEqual(linesWith(looked, machinePath), []);
});

test('every link of the documentation leads somewhere, headings included', () => {
  const wrong = files('**/*.md').flatMap((path) =>
    [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(path, link))
      .map((link) => `${path}: ${link}`),
  );
  assert.deepEqual(wrong, []);
});

test('the stored pictures are those that a document shows', () => {
  const shown = files('**/*.md').flatMap((path) =>
    [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+\.png)\)|\bsrc(?:set)?="([^"]+\.png)"/g)].map(
      ([, linked, placed]) => join(dirname(path), linked ?? placed ?? '').replaceAll('\\', '/'),
    ),
  );
  assert.deepEqual([...new Set(shown)].toSorted(), [...files('docs/**/*.png')].toSorted());
});

test('every file that a document names exists, from the root, from src/, or from the folder of the document', () => {
  const named = /`((?:[\w.-]+\/)+[\w.-]+\.(?:test\.)?(?:ts|tsx|mjs|json|jsonl|toml|md|css|html))`/g;
  const wrong = files('**/*.md')
    .filter((path) => path !== 'CHANGELOG.md') // names files of earlier versions
    .flatMap((path) =>
      [...read(path).matchAll(named)]
        .map(([, file = '']) => file)
        .filter((file) => !CREATED_BY_USERS.test(file))
        .filter((file) => ![ROOT, ...documentRoots(path)].some((root) => existsSync(join(root, file))))
        .map((file) => `${path}: ${file}`),
    );
  assert.deepEqual(wrong, []);
});

test('each fence of a code block in a document is a whole line', () => {
  const wrong = files('**/*.md').flatMap((path) => {
    const fences = read(path)
      .split('\n')
      .filter((line) => line.includes('```'));
    const isOdd = fences.length % 2 === 1;
    return [...fences.filter((line) => !/^ *```[\w-]*$/.test(line)), ...(isOdd ? ['unclosed'] : [])].map(
      (line) => `${path}: ${line}`,
    );
  });
  assert.deepEqual(wrong, []);
});

const SECTION_LINES_MAX = 32; // of a decision

/** Files that a running service, its operator or a test run creates. */
const CREATED_BY_USERS = /^(?:\.\/)?(?:data|node_modules)\/|^[A-Z]+\/|^config\/crossbook\.toml$/;

/** The folders from which a document may name files: src/, its own folder and the folder above. */
const documentRoots = (path: string): readonly string[] => {
  const own = join(ROOT, dirname(path));
  return [join(ROOT, 'src'), own, dirname(own)];
};

test('every decision has its four parts and a short section, its page is in the index, and there are few pages', () => {
  const pages = files('docs/decisions/*.md').filter((path) => basename(path) !== 'README.md');
  const index = read('docs/decisions/README.md');
  const wrong = pages.flatMap((path) => {
    const [, ...sections] = read(path).split(/^## /m);
    const isListed = index.includes(`](${basename(path)})`);
    return sections.flatMap((section) => {
      const title = section.slice(0, section.indexOf('\n'));
      const parts = ['Context', 'Options', 'Decision', 'Effect'].filter(
        (part) => !section.includes(`*${part}:*`),
      );
      const isShort = section.trimEnd().split('\n').length <= SECTION_LINES_MAX;
      return parts.length === 0 && isShort && isListed ? [] : [`${path}: ${title}`];
    });
  });
  assert.deepEqual(wrong, []);
  assert.ok(pages.length <= 35, 'fold a new decision into the page of its topic');
});

test('every npm script that a file names exists, and every run of `npm run long`', () => {
  const manifests = files('package.json', '*/package.json').map((path) => JSON.parse(read(path)) as Manifest);
  const scripts = new Set(manifests.flatMap((manifest) => Object.keys(manifest.scripts ?? {})));
  const runs = read('scripts/long.ts');
  const looked = files('**/*.{md,ts,tsx,mjs,yaml,yml}', '.ci/*').filter((path) => path !== 'CHANGELOG.md');
  const wrong = looked.flatMap((path) =>
    [...read(path).matchAll(/\bnpm run (?:-s )?([a-z](?:[\w:-]*\w)?)(?: -- (\w+))?/g)]
      .filter(
        ([, name = '', run]) =>
          !scripts.has(name) ||
          (name === 'long' &&
            run !== undefined &&
            run !== 'NAME' &&
            !runs.includes(`  ${run}: () => import(`)),
      )
      .map(([text]) => `${path}: ${text}`),
  );
  assert.deepEqual(wrong, []);
});

test('every documentation page that the code names exists', () => {
  const looked = files('{src,sdk,simulation,bench,test,scripts,simulators}/**/*.{ts,mjs}', 'config/*').filter(
    (path) => path !== 'test/tidy.test.ts',
  );
  const wrong = looked.flatMap((path) =>
    [...read(path).matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
      .filter(([page]) => !existsSync(join(ROOT, page)))
      .map(([page]) => `${path}: ${page}`),
  );
  assert.deepEqual(wrong, []);
});

test('every metric that is measured is described', () => {
  const measured = RUNNING.flatMap((path) =>
    [...read(path).matchAll(/\bmetrics\.(?:count|observe|gauge)\(\s*'([a-z0-9_]+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  assert.deepEqual(
    [...new Set(measured)].filter((name) => METRICS[name] === undefined),
    [],
  );
});

test('docs/dependencies.md gives the reason for every dependency', () => {
  const page = read('docs/dependencies.md');
  const manifests = files('package.json', '*/package.json').map((path) => JSON.parse(read(path)) as Manifest);
  const names = manifests.flatMap((manifest) =>
    Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }),
  );
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

test('the lock file lists the binaries of every platform, so that npm ci works on each', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Manifest> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => packages[`node_modules/${name}`] === undefined)
      .map((name) => `${path} wants ${name}`),
  );
  assert.deepEqual(missing, []);
});

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Folders of src/ whose folders are packages. */
const GROUPS = new Set(['storage', 'venues']);

/** `src/domain/fees/fill-fees.ts` → `domain`, `src/venues/demo/x.ts` → `venues/demo`; a file directly in src/ is its own package. */
function getPackage(path: string): string {
  const [, first = '', second = '', third] = path.split('/');
  return GROUPS.has(first) && third !== undefined ? `${first}/${second}` : first;
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  const allowed = MAY_IMPORT[from] ?? [];
  return allowed.includes('*') || allowed.includes(to);
}

/** What a file imports: project files as paths from the root, also through a face; anything else as it is written. */
function listImports(path: string): readonly string[] {
  const code = codeLines(read(path)).join('\n');
  const written = Array.from(
    code.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'([^']+)'/g),
    ([, target = '']) => target,
  );
  return [
    ...written
      .filter((target) => !target.startsWith('#'))
      .map((target) => (target.startsWith('.') ? toPath(path, target) : target)),
    ...listPackageFiles(code),
  ];
}

/** The lines of a file with its comments blanked. Strings stay: SQL and module names are strings. */
function codeLines(text: string): readonly string[] {
  const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ');
  return text
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1')
    .split('\n');
}

const linesWith = (paths: readonly string[], pattern: RegExp): readonly string[] =>
  paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );

const withoutCode = (markdown: string): string =>
  markdown.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : normalize(join(dirname(from), decodeURIComponent(path)));
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || listAnchors(read(target)).includes(anchor);
}

/** Heading anchors as GitHub makes them. */
const listAnchors = (markdown: string): readonly string[] =>
  [...markdown.replace(/```[\s\S]*?```/g, '').matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
