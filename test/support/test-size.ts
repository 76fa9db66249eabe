/**
 * How often a test repeats itself. `npm test` sets `TEST_SIZE=quick` for its suites; `npm run test:full`, and a test file
 * that is run alone, use the full number.
 */
export const sized = ({ full, quick }: { readonly full: number; readonly quick: number }): number =>
  process.env['TEST_SIZE'] === 'quick' ? quick : full;
