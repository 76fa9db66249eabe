import { adapterTargets } from './adapters.ts';
import type { Target } from './fuzz.ts';
import { journalTargets } from './journals.ts';
import { readerTargets } from './readers.ts';

export const TARGETS: readonly Target[] = [...readerTargets, ...adapterTargets, ...journalTargets];
