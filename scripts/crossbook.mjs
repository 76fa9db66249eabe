#!/usr/bin/env node
// The `crossbook` command, for any working directory.
import process from 'node:process';

process.argv.splice(2, 0, 'src/main.ts');
await import('./run.mjs');
