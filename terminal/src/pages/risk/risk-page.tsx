import { Alert, Card } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RiskState, RiskUsage } from '../../../../sdk/src/index.ts';
import { CancelScopes } from '../../components/cancel-scopes.tsx';
import { limitLabel } from '../../components/labels.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { Gauges } from './limit-gauges.tsx';
import { LimitsEditor } from './limits-editor.tsx';
import { MoneyAtRisk } from './money-at-risk.tsx';

const EVERY_MS = 3_000;

/** Usage of the limits at both levels, breaches, and the cancel actions. */
export default function RiskPage() {
  const { client, subaccountId, subaccounts } = useSession();
  const risk = useQuery(
    `risk/${subaccountId}`,
    (signal) => client.risk.state({ subaccount_id: subaccountId }, { signal }),
    { everyMs: EVERY_MS },
  );
  const state = risk.data;
  return (
    <>
      <PageTitle>Risk</PageTitle>
      {risk.error !== null && <ErrorNote error={risk.error} onRetry={risk.reload} />}
      {state !== null && (
        <>
          <Breaches state={state} />
          <div className="two">
            <Level
              name={getName(subaccountId, subaccounts)}
              subaccountId={subaccountId}
              limits={state.limits}
              usage={findUsage(state, 'subaccount')}
              onSaved={risk.reload}
            >
              <MoneyAtRisk state={state} />
            </Level>
            <Level
              name="Whole account"
              subaccountId={null}
              limits={state.account_limits}
              usage={findUsage(state, 'account')}
              onSaved={risk.reload}
            />
          </div>
          <Card withBorder padding="sm" mt="sm">
            <h2 className="card-title">Which orders should be cancelled?</h2>
            <CancelScopes />
          </Card>
        </>
      )}
    </>
  );
}

const getName = (
  subaccountId: string,
  subaccounts: readonly { subaccount_id: string; name: string }[],
): string =>
  `Subaccount ${subaccounts.find(({ subaccount_id: id }) => id === subaccountId)?.name ?? subaccountId}`;

const findUsage = ({ usage }: RiskState, level: RiskUsage['scope']): RiskUsage | undefined =>
  usage.find(({ scope }) => scope === level);

function Breaches({ state: { breaches } }: { state: RiskState }) {
  if (breaches.length === 0) return null;
  return (
    <Alert color="red" role="alert" title="Limit exceeded" mb="sm" py="xs">
      {breaches.map(({ limit, scope, max, value }) => (
        <div key={`${scope}/${limit}`}>
          {limitLabel(limit)} of the {scope} is {value}; the limit is {max}.
        </div>
      ))}
      Resting orders stay. Until the value is below the limit, only orders that reduce it are accepted.
    </Alert>
  );
}

interface LevelProps {
  readonly name: string;
  readonly subaccountId: string | null;
  readonly limits: RiskState['limits'];
  readonly usage: RiskUsage | undefined;
  readonly onSaved: () => void;
  readonly children?: ReactNode;
}

function Level({ name, subaccountId, limits, usage, onSaved, children }: LevelProps) {
  return (
    <Card withBorder padding="sm" component="section" aria-label={name}>
      <h2 className="card-title">{name}</h2>
      {usage !== undefined && <Gauges limits={limits} usage={usage} />}
      {children}
      <LimitsEditor key={subaccountId ?? ''} subaccountId={subaccountId} limits={limits} onSaved={onSaved} />
    </Card>
  );
}
