import type { CandleInterval } from '../../../sdk/src/index.ts';
import { runRead, wholeNumber } from '../client/calling.ts';
import type { CallingOptions } from '../client/options.ts';
import { invalid } from '../failure.ts';
import { listView } from '../output/view.ts';
import type { Session } from '../session.ts';

export interface PnlOptions extends CallingOptions {
  readonly by?: string;
  readonly interval?: string;
  readonly limit?: string;
  readonly start?: string;
  readonly end?: string;
  readonly venue?: string;
  readonly category?: string;
  readonly instrument?: string;
}

const VALUES = ['realized_pnl', 'unrealized_pnl', 'fees', 'equity'];
const POINTS = 24; // a day of hours
const GROUPS = ['venue', 'category', 'instrument'] as const;

/** What trading has brought over time, or with `--by` what brought it. */
export const showPnl = (session: Session, options: PnlOptions) =>
  runRead(session, options, async (connection) => {
    const { start, end, venue, category, instrument: instrument_id } = options;
    const subaccount_id = await connection.subaccount();
    const filter = { subaccount_id, start, end, venue, category, instrument_id };
    if (options.by !== undefined)
      return listView(await connection.client.pnl.breakdown({ ...filter, by: groupOf(options.by) }), [
        'group',
        ...VALUES,
      ]);
    const limit = wholeNumber('--limit', options.limit) ?? POINTS;
    const interval = options.interval as CandleInterval | undefined;
    return listView(await connection.client.pnl.list({ ...filter, interval, limit }), ['t', ...VALUES]);
  });

function groupOf(text: string): (typeof GROUPS)[number] {
  const group = GROUPS.find((each) => each === text);
  if (group === undefined) throw invalid(`--by ${text}: expected one of ${GROUPS.join(', ')}.`);
  return group;
}
