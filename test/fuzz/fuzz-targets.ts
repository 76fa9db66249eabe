import { adapterTargets } from './adapter-fuzz.ts';
import type { Target } from './fuzz-run.ts';
import { journalTargets } from './journal-fuzz.ts';
import { readerTargets } from './reader-fuzz.ts';

export const TARGETS: readonly Target[] = [...readerTargets, ...adapterTargets, ...journalTargets];
