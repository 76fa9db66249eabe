import type { TestContext } from 'node:test';
import type { Desk } from '../desk.ts';

/** States one behaviour, run at a fresh venue by a trader who has its books before him. */
export type Behaves = (behaviour: string, run: (desk: Desk, context: TestContext) => Promise<void>) => void;
