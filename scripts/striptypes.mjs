// Strips types when Crossbook is installed as a package, because Node does not strip types below node_modules.
// Loaded with --import through NODE_OPTIONS, so that workers and child processes load it too.
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

const OURS = new URL('..', import.meta.url).href;
const THEIRS = new URL('../node_modules/', import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(OURS) || url.startsWith(THEIRS) || !url.endsWith('.ts'))
      return nextLoad(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module', source, shortCircuit: true };
  },
});
