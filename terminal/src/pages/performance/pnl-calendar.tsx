import { Text } from '@mantine/core';
import { compareAmounts, computeShare, negated, showGain } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { type DayPnl, toWeeks } from './performance-data.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const abs = (amount: string): string => (amount.startsWith('-') ? negated(amount) : amount);

/** The PnL of each day of a month. The colour is as strong as the day's share of the largest change. */
export function PnlCalendar({ month, days }: { month: string; days: readonly DayPnl[] }) {
  const byDay = new Map(days.map((each) => [each.day, each]));
  const largest = days
    .map(({ pnl }) => abs(pnl))
    .reduce((one, other) => (compareAmounts(one, other) > 0 ? one : other), '0');
  return (
    <table className="calendar" aria-label="PnL by day">
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {toWeeks(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, at) => (
              <Day
                key={day ?? `${WEEKDAYS[at]} outside`}
                day={day}
                found={byDay.get(day ?? '')}
                largest={largest}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day, found, largest }: { day: string | null; found: DayPnl | undefined; largest: string }) {
  if (day === null) return <td className="calendar-outside" />;
  const tone = found === undefined ? undefined : gainClass(found.pnl);
  const share = found === undefined ? 0 : computeShare(abs(found.pnl), largest);
  return (
    <td
      className={tone === undefined ? undefined : `calendar-${tone}`}
      style={{ '--share': `${Math.round(4 + share * 8)}%` } as object}
    >
      <Text size="xs" c="dimmed">
        {Number(day.slice(-2))}
      </Text>
      <Text size="sm" className={tone}>
        {found === undefined ? '' : showGain(found.pnl)}
      </Text>
    </td>
  );
}
