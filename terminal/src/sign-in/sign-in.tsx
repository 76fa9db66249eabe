import { Alert, Button, Card, Center, Code, Loader, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { forgetKey, loadKey, type StoredKey } from './key-store.ts';
import { importKey, pair, takePairingCode } from './pairing.ts';
import { SignedIn } from './signed-in.tsx';

/** Shows the terminal if this browser has a key, else the ways to get one. */
export function RequireKey({ children }: { children: ReactNode }) {
  const [key, setKey] = useState<StoredKey | null | 'looking'>('looking');
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    firstKey().then(setKey, (error: unknown) => {
      setProblem(error instanceof Error ? error.message : String(error));
      setKey(null);
    });
  }, []);
  if (key === 'looking') {
    return (
      <Center h="100vh">
        <Loader aria-label="Loading your key" />
      </Center>
    );
  }
  if (key === null) return <Welcome problem={problem} onKey={setKey} />;
  const signOut = (): void => {
    void forgetKey().finally(() => setKey(null));
  };
  return (
    <SignedIn storedKey={key} signOut={signOut}>
      {children}
    </SignedIn>
  );
}

/** A pairing link takes precedence over the stored key, because the user opened it on purpose. */
function firstKey(): Promise<StoredKey | null> {
  const code = takePairingCode();
  return code === null ? loadKey() : pair(code);
}

function Welcome({ problem, onKey }: { problem: string | null; onKey: (key: StoredKey) => void }) {
  return (
    <Center mih="100vh" p="md">
      <Card withBorder maw={480} w="100%" p="xl" radius="md">
        <Stack>
          <Title order={1} size="h2">
            Crossbook
          </Title>
          {problem !== null && (
            <Alert color="red" title="The pairing link did not work" role="alert">
              {problem}
            </Alert>
          )}
          <Text>
            Open the link that <Code>npm start</Code> printed, or print a new one:
          </Text>
          <Code block>npm run crossbook -- pair</Code>
          <Text size="sm" c="dimmed">
            The link works once, for ten minutes, on this machine. Your browser generates a key pair; the
            private key never leaves it.
          </Text>
          <PasteKey onKey={onKey} />
        </Stack>
      </Card>
    </Center>
  );
}

function PasteKey({ onKey }: { onKey: (key: StoredKey) => void }) {
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    importKey(readField(fields, 'key_id'), readField(fields, 'private_key')).then(onKey, (failure: unknown) =>
      setError(failure instanceof Error ? failure.message : 'the key cannot be read'),
    );
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack gap="xs">
        <Text fw={600}>Or paste an existing key</Text>
        <TextInput label="Key id" name="key_id" required />
        <TextInput label="Private key" name="private_key" type="password" required error={error} />
        <Button type="submit" variant="default">
          Use this key
        </Button>
      </Stack>
    </form>
  );
}

function readField(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
