import { renderTime } from '#contract';
import { renderComplexOrder, renderFill, renderOptionalTime, renderOrder, renderReview } from '#http';
import type { RecordRenderers } from '#notifications';
import type { ComplexOrderService } from '#orders';

/** The records in messages: those of the API where it has them. */
export const notificationRecords = (
  complexOrders: Pick<ComplexOrderService, 'withView'>,
): RecordRenderers => ({
  order: renderOrder,
  parent: (parent) => renderComplexOrder(complexOrders.withView(parent)),
  subject: (subject) => {
    switch (subject.kind) {
      case 'fill':
        return renderFill(subject.fill);
      case 'review':
        return renderReview(subject.review);
      case 'break':
        return { venue: subject.venue, detail: subject.detail };
      case 'killSwitch': {
        const { subaccountId, enabled, updatedAt } = subject.killSwitch;
        return { subaccount_id: subaccountId, enabled, updated_at: renderTime(updatedAt) };
      }
      case 'guard': {
        const { keyId, subaccountId, scope, blocked, firedCount, lastFiredAt } = subject.guard;
        return {
          key_id: keyId,
          subaccount_id: subaccountId,
          scope,
          blocked,
          fired_count: firedCount,
          last_fired_at: renderOptionalTime(lastFiredAt),
        };
      }
    }
  },
});
