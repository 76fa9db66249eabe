import { Button, Card, Group, Kbd, Table, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { findConflict, type KeyAction, showBinding, toBinding } from '../../components/hotkeys.ts';
import { useBindings } from '../../components/use-keys.ts';

/** The keys of all actions. A key of another action is refused, so that each key does one thing. */
export function KeyEditor() {
  const { actions, bindings, change, reset } = useBindings();
  const [changing, setChanging] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const take = (action: KeyAction, event: KeyboardEvent): void => {
    if (event.key === 'Tab') return setChanging(null);
    event.preventDefault();
    event.stopPropagation(); // the pressed key has an action already
    if (event.key === 'Escape') {
      setChanging(null);
      return setMessage('Nothing was changed.');
    }
    const isRemoval = event.key === 'Backspace' || event.key === 'Delete';
    const pressed = isRemoval ? '' : toBinding(event.nativeEvent);
    if (pressed === null) return;
    const other = pressed === '' ? null : findConflict(actions, bindings, action.id, pressed);
    if (other !== null)
      return setMessage(`${showBinding(pressed)} is taken: “${other.does}”. Change that one first.`);
    change(action.id, pressed === action.keys ? null : pressed);
    setChanging(null);
    setMessage(`“${action.does}”: ${pressed === '' ? 'no key' : showBinding(pressed)}.`);
  };
  return (
    <Card withBorder padding="sm" component="section" aria-label="Keys">
      <Group justify="space-between" mb={4}>
        <h2 className="card-title">Keys</h2>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            reset();
            setMessage('All keys are the defaults again.');
          }}
        >
          Reset all
        </Button>
      </Group>
      <Text size="sm" role="status" aria-label="Keys" mih="1.5em">
        {changing === null ? message : message || 'Press the new key. Delete removes it, Esc gives up.'}
      </Text>
      <Table className="rows" aria-label="Keys">
        <Table.Tbody>
          {actions.map((action) => {
            const keys = bindings.get(action.id) ?? '';
            const isChanging = changing === action.id;
            return (
              <Table.Tr key={action.id}>
                <Table.Td className="wide">{action.does}</Table.Td>
                <Table.Td>{keys === '' ? '–' : <Kbd size="xs">{showBinding(keys)}</Kbd>}</Table.Td>
                <Table.Td>
                  <Group gap={4} justify="flex-end" wrap="nowrap">
                    <Button
                      size="compact-xs"
                      variant={isChanging ? 'filled' : 'default'}
                      aria-label={`Change the key: ${action.does}`}
                      aria-pressed={isChanging}
                      onClick={() => {
                        setMessage('');
                        setChanging(isChanging ? null : action.id);
                      }}
                      onBlur={() => isChanging && setChanging(null)}
                      {...(isChanging ? { onKeyDown: (event) => take(action, event) } : {})}
                    >
                      {isChanging ? 'Press a key' : 'Change'}
                    </Button>
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Reset the key: ${action.does}`}
                      disabled={keys === action.keys}
                      onClick={() => change(action.id, null)}
                    >
                      Reset
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
