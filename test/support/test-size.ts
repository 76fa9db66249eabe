/**
 * How often a test repeats itself. The quick run of all suites (`npm test`) sets `TEST_SIZE=quick`; the full run, and
 * a test file that is run alone, use the full number. `scripts/tests/test-suites.ts` lists the files that call this.
 */
export const sized = ({ full, quick }: { readonly full: number; readonly quick: number }): number =>
  process.env['TEST_SIZE'] === 'quick' ? quick : full;
