import { Card, Loader, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Ticket, type TicketProps } from './ticket.tsx';

const ComplexTicket = lazy(() => import('../complex/complex-ticket.tsx'));

/** The ticket of an ordinary or of a complex order. Both share side, price and contracts. */
export function TicketCard(props: TicketProps) {
  const [isComplex, setComplex] = useState(false);
  return (
    <Card withBorder padding="sm" className="trade-ticket">
      <SegmentedControl
        fullWidth
        size="xs"
        mb="xs"
        aria-label="Ticket"
        value={isComplex ? 'complex' : 'order'}
        onChange={(value) => setComplex(value === 'complex')}
        data={[
          { value: 'order', label: 'Order' },
          { value: 'complex', label: 'Complex order' },
        ]}
      />
      {isComplex ? (
        <Suspense fallback={<Loader size="sm" aria-label="Loading the ticket" />}>
          <ComplexTicket {...props} />
        </Suspense>
      ) : (
        <Ticket {...props} />
      )}
    </Card>
  );
}
