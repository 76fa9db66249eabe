import './performance.css';
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { showAmount, showFee, showGain, showMoney } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { download } from '../../components/csv.ts';
import { Headline } from '../../components/figures.tsx';
import { ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useQuery } from '../../components/use-query.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { PnlShares } from '../positions/pnl-shares.tsx';
import {
  type DayPnl,
  daysCsv,
  isSettlement,
  monthRange,
  shiftMonth,
  summarise,
  summariseFills,
  toDays,
} from './performance-data.ts';
import { PnlCalendar } from './pnl-calendar.tsx';
import { SettledTable } from './settled-table.tsx';
import { TradeFigures } from './trade-figures.tsx';

const EVERY_MS = 30_000;
const DAYS_MAX = 1_000;
const FILLS_MAX = 1_000;
const THIS_MONTH = { month: '' } as const;

/** The results of one month: PnL by day and by source, fees, trades, and what was settled. */
export default function PerformancePage() {
  const { client, subaccountId } = useSession();
  const [choice, choose] = useUrlState(THIS_MONTH);
  const present = new Date().toISOString().slice(0, 7);
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(choice.month) ? choice.month : present;
  const { start, end } = monthRange(month);
  const version = useAccount('fills')[0]?.id ?? '';
  const again = { version, everyMs: EVERY_MS };
  const points = useQuery(
    `performance/${subaccountId}`,
    (signal) => client.pnl.list({ subaccount_id: subaccountId, interval: '1d', limit: DAYS_MAX }, { signal }),
    again,
  );
  const fills = useQuery(
    `performance-fills/${subaccountId}/${month}`,
    (signal) => client.fills.list({ subaccount_id: subaccountId, start, end, limit: FILLS_MAX }, { signal }),
    again,
  );
  const days = toDays(points.data ?? []).filter(({ day }) => day.startsWith(month));
  const open = (shown: string): void => choose({ month: shown === present ? '' : shown });
  return (
    <>
      <PageTitle>Performance</PageTitle>
      <Group gap="xs" mb="xs">
        <Button
          size="xs"
          variant="default"
          aria-label="Month before"
          onClick={() => open(shiftMonth(month, -1))}
        >
          ‹
        </Button>
        <Text fw={600} role="status">
          {MONTH.format(start)}
        </Text>
        <Button
          size="xs"
          variant="default"
          aria-label="Month after"
          disabled={month >= present}
          onClick={() => open(shiftMonth(month, 1))}
        >
          ›
        </Button>
        <Button
          size="xs"
          variant="default"
          ml="auto"
          disabled={days.length === 0}
          onClick={() => download(`crossbook-pnl-${month}.csv`, daysCsv(days))}
        >
          CSV of days
        </Button>
      </Group>
      {points.error !== null && <ErrorNote error={points.error} onRetry={points.reload} />}
      {fills.error !== null && <ErrorNote error={fills.error} onRetry={fills.reload} />}
      <Figures days={days} trades={summariseFills(fills.data ?? [])} />
      <Stack gap="sm">
        <Card withBorder padding="xs">
          <PnlCalendar month={month} days={days} />
        </Card>
        <Card withBorder padding="xs">
          <TradeFigures month={month} start={start} end={end} />
        </Card>
        <div className="two">
          <Card withBorder padding="xs">
            <PnlShares start={start} end={end} />
          </Card>
          <Card withBorder padding="xs">
            <SettledTable month={month} fills={(fills.data ?? []).filter(isSettlement)} />
          </Card>
        </div>
      </Stack>
      <Text size="xs" c="dimmed" mt="xs">
        Days are in UTC. Open positions are valued at mark prices at the end of each day.
        {fills.data?.length === FILLS_MAX &&
          ` Trades and settlements are the latest ${FILLS_MAX} of the month.`}
      </Text>
    </>
  );
}

const MONTH = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

function Figures({ days, trades }: { days: readonly DayPnl[]; trades: ReturnType<typeof summariseFills> }) {
  const { pnl, fees, fillsWithoutFee, best, worst, gains, losses } = summarise(days);
  const share = trades.makerShare;
  const day = (found: DayPnl | null): string => (found === null ? '–' : showGain(found.pnl));
  return (
    <div className="headlines">
      <Headline name="Net PnL" value={showGain(pnl)} tone={gainClass(pnl)} />
      <Headline
        name="Fees paid"
        value={fillsWithoutFee === 0 ? showFee(fees) : `${showFee(fees)} and ${fillsWithoutFee} unknown`}
      />
      <Headline name="Days up / down" value={`${gains} / ${losses}`} />
      <Headline name="Best day" value={day(best)} tone={gainClass(best?.pnl ?? '0')} />
      <Headline name="Worst day" value={day(worst)} tone={gainClass(worst?.pnl ?? '0')} />
      <Headline name="Fills" value={showAmount(String(trades.count))} />
      <Headline name="Volume" value={showMoney(trades.volume)} />
      <Headline name="As maker" value={share === null ? '–' : `${(share * 100).toFixed(0)} %`} />
    </div>
  );
}
