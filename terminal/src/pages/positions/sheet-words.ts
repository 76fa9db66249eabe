import type { BalanceSheet, BalanceSheetLine, SheetLine } from '../../../../sdk/src/index.ts';
import { compareAmounts, showAmount } from '../../components/amounts.ts';
import { showClock } from '../../components/times.ts';

export const LINE_NAMES: Readonly<Record<SheetLine, string>> = {
  cash: 'Cash',
  reserved: 'Reserved',
  available: 'Available',
  locked_in_pairs: 'In pairs',
  redeemable: 'Redeemable',
  unsettled: 'Unsettled',
  fees: 'Fees',
  rewards: 'Rewards',
};

/** Whether our records and the venue agree, in words. A figure that is not known agrees with nothing. */
export function describeSheet({ lines, compared_at }: BalanceSheet): { text: string; isBroken: boolean } {
  const broken = lines.filter(({ differs }) => differs);
  if (broken.length > 0) return { text: `differs: ${broken.map(describe).join(', ')}`, isBroken: true };
  const at = showClock(compared_at);
  const compared = lines.filter(({ difference }) => difference !== null);
  if (compared.length === 0) return { text: 'not compared, the venue reports no figure', isBroken: false };
  if (compared.every(isExplained)) return { text: `agrees with the venue at ${at}`, isBroken: false };
  return { text: `a difference at ${at} is compared again`, isBroken: false };
}

const describe = ({ line, difference }: BalanceSheetLine): string =>
  `${LINE_NAMES[line]} by ${difference === null ? 'an unknown amount' : showAmount(difference)}`;

const isExplained = ({ difference, difference_min: min, difference_max: max }: BalanceSheetLine): boolean =>
  difference !== null &&
  min !== null &&
  max !== null &&
  compareAmounts(difference, min) >= 0 &&
  compareAmounts(difference, max) <= 0;
