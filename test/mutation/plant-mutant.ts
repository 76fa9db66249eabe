import { registerHooks } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { plant, ROOT } from './mutant.ts';
import { MUTANTS } from './mutant-list.ts';

/**
 * Loaded before everything else (`--import`): inserts the defect named by PLANTED when Node reads its file,
 * also in worker threads and child processes. Changes nothing on disk.
 */
const mutant = MUTANTS.find(({ name }) => name === process.env['PLANTED']);
if (mutant === undefined) throw new Error(`PLANTED names no defect: ${process.env['PLANTED']}`);
const target = pathToFileURL(join(ROOT, mutant.file)).href;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== target) return loaded;
    const { source } = loaded;
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined);
    return { ...loaded, source: plant(text, mutant) };
  },
});
