import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript-api';
import { listPackageFiles, toPath } from '../../support/package-faces.ts';
import { ROOT } from '../mutant.ts';

/** Which test files reach a file by imports, nearest first. */
export class NearestTests {
  readonly #importers = new Map<string, string[]>();
  readonly #tests: ReadonlySet<string>;

  constructor(files: readonly string[], tests: readonly string[]) {
    this.#tests = new Set(tests);
    for (const file of new Set([...files, ...tests])) {
      for (const target of readImports(file)) {
        const importers = this.#importers.get(target);
        if (importers === undefined) this.#importers.set(target, [file]);
        else importers.push(file);
      }
    }
  }

  /** The tests named for the file, those of its folder, then those with the shortest chain of imports. */
  of(file: string): readonly string[] {
    const steps = this.#countSteps(file);
    const rank = (test: string): number => {
      if (test === file.replace(/\.tsx?$/, '.test.ts')) return 0;
      return (steps.get(test) ?? Infinity) + (dirname(test) === dirname(file) ? 0 : 1);
    };
    const isNear = (test: string): boolean => steps.has(test) || dirname(test) === dirname(file);
    return [...this.#tests].filter(isNear).sort((left, right) => rank(left) - rank(right));
  }

  /** The length of the shortest chain of imports to each file that reaches this one. */
  #countSteps(file: string): ReadonlyMap<string, number> {
    const steps = new Map([[file, 0]]);
    for (const [reached, count] of steps) {
      for (const importer of this.#importers.get(reached) ?? [])
        if (!steps.has(importer)) steps.set(importer, count + 1);
    }
    return steps;
  }
}

/** Imports, and workers started by the name of their file. A face of a package stands for the files whose names are used. */
function readImports(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const started = [...text.matchAll(/new URL\(\s*'([^']+\.ts)'/g)].map(([, name = '']) => name);
  const named = [...imported, ...started].filter((name) => name.startsWith('.'));
  return [...named.map((name) => toPath(file, name)), ...listPackageFiles(text)];
}
