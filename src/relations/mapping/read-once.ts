import type { ListingFacts } from './extract.ts';

type Reader<Value> = (facts: ListingFacts) => Value;

let readers = 0;

/**
 * A reader that keeps its value with the facts, because one listing is compared with several others. Masked facts keep
 * their own values.
 *
 * @param read  never returns undefined
 */
export function readOnce<Value>(read: Reader<Value>): Reader<Value> {
  const at = readers;
  readers += 1;
  return (facts) => {
    const known = facts.readings[at];
    if (known !== undefined) return known as Value;
    const value = read(facts);
    facts.readings[at] = value;
    return value;
  };
}

/** As `readOnce`, for a reader of the texts alone: masked facts share its value with the facts that they mask. */
export function readTextsOnce<Value>(read: Reader<Value>): Reader<Value> {
  const readKept = readOnce(read);
  return (facts) => readKept(facts.whole);
}
