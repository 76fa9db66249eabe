import { Button, Card, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Approval } from '../../../../sdk/src/index.ts';
import { listAgentRules } from '../../components/agent-rules.ts';
import { showMoney } from '../../components/amounts.ts';
import { Figures, Headline } from '../../components/figures.tsx';
import { asError, toSentence } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showSpan } from '../../components/times.ts';
import { useNow } from '../../components/use-now.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { type ApprovalTitles, describeOrder, findTitle, toOrderTerms } from './approval-words.ts';

interface ApprovalCardProps {
  readonly approval: Approval;
  readonly titles: ApprovalTitles;
  readonly onDecided: () => void;
}

/** One order that waits: what it is, what it costs, who asks and under which rules, and the decision. */
export function ApprovalCard({ approval, titles, onDecided }: ApprovalCardProps) {
  const { id, key_id: keyId, subaccount_id: subaccountId, order, cost, agent } = approval;
  const { instrumentId } = toOrderTerms(order);
  const title = findTitle(order, titles);
  const now = useNow();
  const [format] = usePriceFormat();
  const age = now - Date.parse(approval.created_at);
  const left = Date.parse(approval.expires_at) - now;
  const above = agent?.approval_above ?? null;
  return (
    <Card withBorder padding="sm" component="section" aria-label={`Approval ${id}`}>
      <h2 className="card-title">{describeOrder(order, format)}</h2>
      {instrumentId === null ? (
        <Text size="sm">{title}</Text>
      ) : (
        <Link className="quiet-link" href={`/trade/${instrumentId}`}>
          {title}
        </Link>
      )}
      <Text size="sm" c="dimmed">
        {keyId} requested it {showSpan(Math.max(0, age))} ago for subaccount {subaccountId}.{' '}
        {left > 0 ? `Expires in ${showSpan(left)}.` : 'Expired.'}
      </Text>
      <Group gap="lg" my="xs">
        <Headline name="Costs at most, with fees" value={showMoney(cost)} />
        {above !== null && (
          <Text size="sm">
            The key may spend up to {showMoney(above)} on an order without asking; this one costs more.
          </Text>
        )}
      </Group>
      {agent !== null && <Figures label="Rules of the key" rows={listAgentRules(agent)} />}
      <Decision approval={approval} title={title} onDecided={onDecided} />
    </Card>
  );
}

type Choice = 'approve' | 'reject';

const QUESTIONS = {
  approve: { title: 'Place this order?', act: 'Place the order', look: {} },
  reject: { title: 'Reject this order?', act: 'Reject the order', look: { color: 'red' } },
} as const;

function Decision({
  approval: { id, order, cost },
  title,
  onDecided,
}: Pick<ApprovalCardProps, 'approval' | 'onDecided'> & { readonly title: string }) {
  const { client, account } = useSession();
  const [format] = usePriceFormat();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  if (!account.permissions.includes('risk') || account.agent !== null)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        This key can read approvals but not decide. A key of a person with the permission risk can.
      </Text>
    );
  const decide = async (doing: Choice): Promise<void> => {
    setSending(true);
    setError(null);
    try {
      await client.approvals[doing](id);
    } catch (failure) {
      setError(asError(failure));
    }
    setSending(false);
    setChoice(null);
    onDecided();
  };
  return (
    <>
      <Group gap="xs" mt="xs">
        <Button size="xs" disabled={isSending} onClick={() => setChoice('approve')}>
          Approve …
        </Button>
        <Button
          size="xs"
          variant="outline"
          color="red"
          disabled={isSending}
          onClick={() => setChoice('reject')}
        >
          Reject …
        </Button>
      </Group>
      {error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {toSentence(error)}
        </Text>
      )}
      <Modal
        opened={choice !== null}
        onClose={() => setChoice(null)}
        title={choice === null ? '' : QUESTIONS[choice].title}
      >
        <Text size="sm">{describeOrder(order, format)}</Text>
        <Text size="sm" c="dimmed">
          {title}. Costs at most {showMoney(cost)} with fees.
        </Text>
        {choice !== null && (
          <Group gap="xs" justify="flex-end" mt="md">
            <Button variant="default" onClick={() => setChoice(null)}>
              Decide later
            </Button>
            <Button {...QUESTIONS[choice].look} loading={isSending} onClick={() => void decide(choice)}>
              {QUESTIONS[choice].act}
            </Button>
          </Group>
        )}
      </Modal>
    </>
  );
}
