import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const faces = new Map<string, ReadonlyMap<string, string>>();

/** The files behind the names that a text imports from packages: `import { Order } from '#contract'`. */
export const listPackageFiles = (text: string): readonly string[] =>
  [...text.matchAll(/\bimport\s+(?:type\s+)?\{([^}]*)\}\s+from '#([\w/-]+)'/g)].flatMap(
    ([, names = '', name = '']) => {
      const face = readFace(name);
      return listNames(names).flatMap(([each]) => face.get(each) ?? []);
    },
  );

/** The file of each name that a package shows: `contract` → `Order` → `src/contract/model/order.ts`. */
function readFace(name: string): ReadonlyMap<string, string> {
  const known = faces.get(name);
  if (known !== undefined) return known;
  const folder = join(ROOT, 'src', name);
  const text = readFileSync(join(folder, 'index.ts'), 'utf8');
  const shown = [...text.matchAll(/\bexport\s+(?:type\s+)?(?:\{([^}]*)\}|\* as (\w+))\s+from '([^']+)'/g)];
  const face = new Map(
    shown.flatMap(([, names = '', space = '', from = '']) => {
      const file = relative(ROOT, join(folder, from)).replaceAll('\\', '/');
      const all = space === '' ? listNames(names).map(([, shownAs]) => shownAs) : [space];
      return all.map((each) => [each, file] as const);
    }),
  );
  faces.set(name, face);
  return face;
}

/** `type A, b as c` → A, shown as A, and b, shown as c. */
const listNames = (list: string): readonly (readonly [name: string, shownAs: string])[] =>
  list.split(',').flatMap((each) => {
    const [name = '', shownAs = name] = each
      .trim()
      .replace(/^type /, '')
      .split(' as ');
    return name === '' ? [] : [[name, shownAs] as const];
  });

/** The path from the root of a file that another one names relative to itself. */
export const toPath = (from: string, name: string): string =>
  relative(ROOT, join(ROOT, dirname(from), name)).replaceAll('\\', '/');
