// Writes the generated files of the Python client: `node scripts/run.mjs scripts/python-models.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePythonFiles } from './python/python-package.ts';
import { ROOT } from './steps.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

for (const [path, text] of Object.entries(generatePythonFiles(version))) {
  writeFileSync(join(ROOT, path), text);
  console.log(path);
}
