// Writes the documentation pages that are generated from the code: `node scripts/run.mjs scripts/print-docs.ts`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_CONFIG } from '../src/config/config.ts';
import { generatePages } from '../src/server/http/openapi/generated-docs.ts';

const root = dirname(import.meta.dirname);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

for (const [path, text] of Object.entries(generatePages(DEFAULT_CONFIG, version))) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(path);
}
