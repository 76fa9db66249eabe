import { Text } from '@mantine/core';
import type { Leg, Order } from '../../../../sdk/src/index.ts';
import { reasonLabel } from '../../components/labels.ts';

const PENDING_LABELS = { cancel: 'cancelling …', amend: 'changing …' } as const;

/** The status of an order with the reason it ended, the pending action, and the venue's own words if it gave any. */
export function Status({ order }: { order: Order }) {
  const { status, reason, pending_action: pending } = order;
  const answers = order.legs.map(venueAnswer).filter((text) => text !== null);
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
      {[...new Set(answers)].map((text) => (
        <Text key={text} size="xs" c="dimmed">
          {text}
        </Text>
      ))}
    </>
  );
}

/** The venue's own code and message for a leg that it refused or closed; null if the record has neither. */
export function venueAnswer(leg: Leg): string | null {
  const { venue_code: code, venue_message: message } = leg;
  const parts = [code, message].filter((part) => part !== null);
  return parts.length === 0 ? null : `${leg.venue}: ${parts.join(', ')}`;
}
