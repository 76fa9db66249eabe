/**
 * How often a test repeats itself, or on which cases. `npm test` sets `TEST_SIZE=quick` for its suites; `npm run test:full`, and a test file
 * that is run alone, use the full number.
 */
export const sized = <Size>({ full, quick }: { readonly full: Size; readonly quick: Size }): Size =>
  process.env['TEST_SIZE'] === 'quick' ? quick : full;
