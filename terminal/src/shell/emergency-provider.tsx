import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { Crossbook } from '../../../sdk/src/index.ts';
import { CancelScopes, summaryWords } from '../components/cancel-scopes.tsx';
import { asError, toSentence } from '../components/rejection-text.ts';
import { showDay } from '../components/times.ts';
import { useQuery } from '../components/use-query.ts';
import { useSession } from '../sign-in/auth-session.tsx';
import { type Emergency, EmergencyContext } from './emergency.ts';
import { KillDialog } from './kill-dialog.tsx';

const ASK_EVERY_MS = 5_000;

/** Holds the state of the kill switch, and the dialogs of the kill switch and of cancel all. */
export function EmergencyProvider({ children }: { children: ReactNode }) {
  const { client, subaccountId } = useSession();
  const state = useQuery(
    `kill/${subaccountId}`,
    (signal) => client.risk.state({ subaccount_id: subaccountId }, { signal }),
    { everyMs: ASK_EVERY_MS },
  );
  const [isOpen, { open, close }] = useDisclosure();
  const [isCancelOpen, cancelDialog] = useDisclosure();
  const [receipts, setReceipts] = useState<readonly string[]>([]);
  const act = async (...acts: readonly Act[]): Promise<void> => {
    setReceipts([]);
    open();
    for (const each of acts) {
      const receipt = await each(client).catch((failure: unknown) => toSentence(asError(failure)));
      setReceipts((before) => [...before, receipt]);
    }
    state.reload();
  };
  const emergency: Emergency = {
    isOn: state.data?.kill_switch_active ?? false,
    isKnown: state.data !== null,
    receipts,
    kill: () => void act(stop),
    killAndCancel: () => void act(stop, cancelAll),
    cancel: () => void act(cancelAll),
    resume: (reason) => void act((api) => resume(api, reason)),
    open: () => {
      setReceipts([]);
      open();
    },
    openCancel: cancelDialog.open,
  };
  return (
    <EmergencyContext value={emergency}>
      {children}
      <KillDialog emergency={emergency} isOpen={isOpen} onClose={close} />
      <Modal
        opened={isCancelOpen}
        onClose={cancelDialog.close}
        title="Which orders should be cancelled?"
        size="lg"
      >
        <CancelScopes />
      </Modal>
    </EmergencyContext>
  );
}

type Act = (client: Crossbook) => Promise<string>;

async function stop(client: Crossbook): Promise<string> {
  const { updated_at: at } = await client.risk.killSwitch(true);
  return `Kill switch on since ${showDay(at)}.`;
}

async function resume(client: Crossbook, reason: string): Promise<string> {
  const { updated_at: at } = await client.risk.killSwitch(false);
  return `Kill switch off since ${showDay(at)}: ${reason.trim()}`;
}

const cancelAll: Act = async (client) => `Cancel all: ${summaryWords(await client.orders.cancelAll())}`;
