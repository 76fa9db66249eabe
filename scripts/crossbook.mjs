#!/usr/bin/env node
// The `crossbook` command, from whatever folder it is typed in.
import process from 'node:process';

process.argv.splice(2, 0, 'src/main.ts');
await import('./run.mjs');
