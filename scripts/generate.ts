// Writes what is generated from the API: pages of the documentation and files of both clients.
// `node scripts/run.mjs scripts/generate.ts`
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatePages } from '../src/app/generated-docs.ts';
import { DEFAULT_CONFIG } from '../src/config/config.ts';
import { generatePythonFiles } from './clients/python-package.ts';
import { generateTypeScriptFiles } from './clients/typescript-package.ts';
import { ROOT } from './steps.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const files = {
  ...generatePages(DEFAULT_CONFIG, version),
  ...generateTypeScriptFiles(version),
  ...generatePythonFiles(version),
};
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
  console.log(path);
}
