import { registerHooks } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { plant, ROOT } from './mutant.ts';
import { MUTANTS } from './mutant-list.ts';

/**
 * Loaded before everything else (`--import`): inserts the defect when Node reads its file, also in worker threads
 * and child processes. Changes nothing on disk. PLANTED names a defect of the list; PLANTED_EDIT describes a
 * generated one as JSON.
 */
const { file, change } = readDefect();
const target = pathToFileURL(join(ROOT, file)).href;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== target) return loaded;
    const { source } = loaded;
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined);
    return { ...loaded, source: change(text) };
  },
});

interface Defect {
  readonly file: string;
  readonly change: (text: string) => string;
}

function readDefect(): Defect {
  const { PLANTED: name, PLANTED_EDIT: json } = process.env;
  if (json !== undefined) {
    const { file, start, end, replaced, text } = JSON.parse(json) as GeneratedEdit;
    const change = (source: string): string => {
      if (source.slice(start, end) !== replaced)
        throw new Error(`${file} has changed since the edit was made`);
      return source.slice(0, start) + text + source.slice(end);
    };
    return { file, change };
  }
  const mutant = MUTANTS.find((each) => each.name === name);
  if (mutant === undefined) throw new Error(`PLANTED names no defect: ${name}`);
  return { file: mutant.file, change: (source) => plant(source, mutant) };
}

interface GeneratedEdit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replaced: string; // what the file has at this place
  readonly text: string;
}
