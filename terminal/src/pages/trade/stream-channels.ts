import type { OrderPreview } from '../../../../sdk/src/index.ts';
import { shareOf } from '../../components/amounts.ts';

/** One limit as the order would leave it. */
export interface Room {
  readonly key: string;
  readonly scope: 'subaccount' | 'account';
  readonly limit: string;
  readonly max: string;
  readonly after: string;
  readonly share: number; // of the limit, 0 to 1
}

const LIMITS = ['max_order_qty', 'max_position_qty', 'max_open_orders'] as const;

/** The limits that are set, at both levels. */
export const roomsOf = ({ risk }: OrderPreview): readonly Room[] =>
  risk.flatMap((level) =>
    LIMITS.flatMap((limit) => {
      const { max, after } = level[limit];
      if (max === null) return [];
      const [most, then] = [String(max), String(after)];
      const key = `${level.scope}/${limit}`;
      return [{ key, scope: level.scope, limit, max: most, after: then, share: shareOf(then, most) }];
    }),
  );
