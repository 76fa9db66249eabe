import type { Facts } from '../facts.ts';
import { agrees, type Feature, gap, veto } from '../feature.ts';
import { stemOf } from '../text.ts';

type Name = readonly string[];

/** People and whatever else has a name that no lexicon knows: another name is another contract. */
export function compareNames(a: Facts, b: Facts): readonly Feature[] {
  const [namesA, namesB] = [a.title.names, b.title.names];
  const left = namesA.filter((name) => !isSaidBy(name, b));
  const right = namesB.filter((name) => !isSaidBy(name, a));
  if (left.length > 0 && right.length > 0) return [veto('name', `${tell(left)} / ${tell(right)}`)];
  const missing = [...left, ...right];
  if (missing.length > 0) return [gap('name', -0.1, `only one says ${tell(missing)}`)];
  const shared = namesA.filter((name) => namesB.some((other) => other.at(-1) === name.at(-1)));
  return shared.length > 0 ? [agrees('name', 0.15, tell(shared))] : [];
}

/** Said in full, or by the last word alone: "Newsom" is "Gavin Newsom" unless another Newsom is meant. */
function isSaidBy(name: Name, { title, rules, stems }: Facts): boolean {
  const last = name.at(-1) ?? '';
  const namesakes = title.names.filter((other) => other.length > 1 && other.at(-1) === last);
  const isOther =
    name.length > 1 && namesakes.length > 0 && namesakes.every((other) => !sharesFirst(name, other));
  if (isOther) return false;
  if (name.every((word) => stems.has(stemOf(word)))) return true;
  return stems.has(stemOf(last)) && [...title.names, ...rules.names].some((other) => other.at(-1) === last);
}

const sharesFirst = (name: Name, other: Name): boolean =>
  name.slice(0, -1).some((word) => other.includes(word));

const tell = (names: readonly Name[]): string => names.map((name) => name.join(' ')).join(', ');
