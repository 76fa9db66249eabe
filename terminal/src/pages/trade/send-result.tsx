import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Order } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { reasonLabel } from '../../components/labels.ts';
import { showAverage } from '../../components/prices.ts';
import { toRejectionText } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { toVenueAnswers } from '../orders/venue-answers.ts';
import type { Doubt, Submission } from './use-submission.ts';

type Shown<Placed> = Pick<Submission<never, Placed>, 'sent' | 'doubt' | 'check'>;

/** The result of the submitted order, or the known facts about an order without an answer. */
export const SendResult = (props: Shown<Order>) => (
  <SendOutcome {...props} show={(order) => <Result order={order} />} />
);

interface SendOutcomeProps<Placed> extends Shown<Placed> {
  readonly show: (placed: Placed) => ReactNode;
}

/** As SendResult, for orders of any kind. */
export function SendOutcome<Placed>({ sent, doubt, check, show }: SendOutcomeProps<Placed>) {
  if (doubt !== null) return <InDoubt doubt={doubt} onCheck={check} />;
  if (sent.order !== null) return show(sent.order);
  if (sent.error === null) return null;
  const { title, message } = toRejectionText(sent.error);
  return (
    <Alert color="red" role="alert" title={title} className="send-result">
      {message}
    </Alert>
  );
}

function InDoubt({ doubt: { clientOrderId, isAbsent }, onCheck }: { doubt: Doubt; onCheck: () => void }) {
  return (
    <Alert
      color="yellow"
      role="alert"
      title={isAbsent ? 'The order was not placed' : 'Outcome unknown'}
      className="send-result"
    >
      <Text size="sm">
        {isAbsent
          ? 'The service answers and has no order with this id.'
          : 'The order was sent and no answer arrived. It is looked up by its id until the service answers.'}{' '}
        Sending again uses the same id, so it cannot be placed twice.
      </Text>
      <Group gap="xs" mt={4}>
        <Button size="compact-xs" variant="default" onClick={onCheck}>
          Check now
        </Button>
        <Text size="xs" c="dimmed">
          {clientOrderId}
        </Text>
      </Group>
    </Alert>
  );
}

function Result({ order }: { order: Order }) {
  const [format] = usePriceFormat();
  const { id, status, filled_qty: filled, qty, avg_fill_price: average, reason } = order;
  return (
    <Alert
      color={status === 'REJECTED' ? 'red' : 'teal'}
      role="status"
      title={`${id} is ${status}`}
      className="send-result"
    >
      {showAmount(filled)} of {showAmount(qty)} filled
      {average === null ? '' : ` at ${showAverage(average, format)}`}
      {reason === null ? '' : `, ${reasonLabel(reason)}`}
      {toVenueAnswers(order).map((text) => (
        <Text key={text} size="xs">
          {text}
        </Text>
      ))}
    </Alert>
  );
}
