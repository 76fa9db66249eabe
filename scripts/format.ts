import { runNode, tool } from './steps.ts';

// Formats every file and puts imports in order.
process.exitCode = runNode([tool('@biomejs/biome/bin/biome'), 'check', '--write', '.']);
