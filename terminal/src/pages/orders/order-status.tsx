import { Text } from '@mantine/core';
import type { Order } from '../../../../sdk/src/index.ts';
import { reasonLabel } from '../../components/labels.ts';
import { toVenueAnswers } from './venue-answers.ts';

const PENDING_LABELS = { cancel: 'cancelling …', amend: 'changing …' } as const;

/** The status of an order with the reason it ended, the pending action, and the venue's own words if it gave any. */
export function Status({ order }: { order: Order }) {
  const { status, reason, pending_action: pending } = order;
  return (
    <>
      <Text size="sm" span className={`status status-${status}`}>
        {status}
      </Text>
      {(reason !== null || pending !== null) && (
        <Text size="xs" c="dimmed">
          {pending === null ? reasonLabel(reason ?? '') : PENDING_LABELS[pending]}
        </Text>
      )}
      {toVenueAnswers(order).map((text) => (
        <Text key={text} size="xs" c="dimmed">
          {text}
        </Text>
      ))}
    </>
  );
}
