import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { summaryWords } from '../kit/cancelscopes.tsx';
import { ErrorNote } from '../kit/notes.tsx';
import { asError } from '../kit/refusal.ts';
import { useQuery } from '../kit/usequery.ts';
import { useSession } from '../session/session.tsx';

const ASK_EVERY_MS = 5_000;

/** The emergency stop: one press turns it on; turning it off takes a reason. */
export function KillSwitch() {
  const { client, subaccountId } = useSession();
  const state = useQuery(
    `kill/${subaccountId}`,
    (signal) => client.risk.state({ subaccount_id: subaccountId }, { signal }),
    { everyMs: ASK_EVERY_MS },
  );
  const [isOpen, { open, close }] = useDisclosure();
  const [receipt, setReceipt] = useState<readonly string[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const isOn = state.data?.kill_switch_active ?? false;
  const act = async (work: () => Promise<readonly string[]>): Promise<void> => {
    setError(null);
    try {
      setReceipt(await work());
    } catch (failure) {
      setError(asError(failure));
    }
    state.reload();
    open();
  };
  return (
    <>
      <Button
        size="xs"
        color="red"
        variant={isOn ? 'filled' : 'outline'}
        className={isOn ? 'band-live' : ''}
        px="xs"
        aria-label={isOn ? 'STOPPED: kill switch' : 'Kill switch'}
        aria-pressed={isOn}
        onClick={() => (isOn ? open() : void act(async () => [await stop(client)]))}
      >
        {isOn ? (
          'STOPPED'
        ) : (
          <>
            Kill<span className="wide-only">&nbsp;switch</span>
          </>
        )}
      </Button>
      <Modal opened={isOpen} onClose={close} title={isOn ? 'No new order leaves' : 'Orders may leave again'}>
        <Stack>
          {error !== null && <ErrorNote error={error} />}
          {receipt.length > 0 && (
            <List size="sm" aria-label="What was done">
              {receipt.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
          )}
          {isOn ? <WhileOn act={act} /> : null}
        </Stack>
      </Modal>
    </>
  );
}

type Act = (work: () => Promise<readonly string[]>) => Promise<void>;

function WhileOn({ act }: { act: Act }) {
  const { client } = useSession();
  const [reason, setReason] = useState('');
  return (
    <>
      <Text size="sm">
        The kill switch stops new orders and amends of the whole account. Orders that rest at a venue stay
        there and may still fill; cancels go through.
      </Text>
      <Button color="red" onClick={() => void act(async () => [await cancelAll(client)])}>
        Cancel all resting orders too
      </Button>
      <Group align="end">
        <TextInput
          flex={1}
          label="Reason to let orders leave again"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={reason.trim() === ''}
          onClick={() => void act(async () => [await resume(client, reason)])}
        >
          Switch off
        </Button>
      </Group>
    </>
  );
}

type Client = ReturnType<typeof useSession>['client'];

async function stop(client: Client): Promise<string> {
  const { updated_at: at } = await client.risk.killSwitch(true);
  return `Kill switch on since ${at}`;
}

async function resume(client: Client, reason: string): Promise<string> {
  const { updated_at: at } = await client.risk.killSwitch(false);
  return `Kill switch off since ${at}: ${reason.trim()}`;
}

async function cancelAll(client: Client): Promise<string> {
  return `Cancel all: ${summaryWords(await client.orders.cancelAll())}`;
}
