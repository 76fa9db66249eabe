import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_CONFIG } from './config.ts';
import { readChannelSettings } from './notification-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'notification-settings-'));
const TOKEN = '123456:a-secret-token-of-the-tests';

function secret(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode); // whatever the umask of this process is
  return path;
}

const read = ({ telegram = {}, email = {} }: { telegram?: object; email?: object }) => {
  const { notifications } = DEFAULT_CONFIG;
  return readChannelSettings({
    notifications: {
      telegram: { ...notifications.telegram, ...telegram },
      email: { ...notifications.email, ...email },
    },
  });
};

test('nothing is configured by default', () => {
  assert.deepEqual(read({}), { telegram: null, email: null });
});

test('chats and addresses belong to acc_1, or to the account that they name', () => {
  const tokenFile = secret('token', `${TOKEN}\n`);
  const passwordFile = secret('password', 'a password');
  const { telegram, email } = read({
    telegram: { tokenFile, chatIds: ['1', '-2=acc_2', '3'], commands: true, userIds: ['8', '9=acc_2'] },
    email: { host: 'mail.example.com', from: 'a@example.com', to: ['b@example.com'], passwordFile },
  });
  assert.deepEqual(
    [...(telegram?.chats ?? [])],
    [
      ['acc_1', ['1', '3']],
      ['acc_2', ['-2']],
    ],
  );
  assert.deepEqual(
    [...(telegram?.users ?? [])],
    [
      ['acc_1', ['8']],
      ['acc_2', ['9']],
    ],
  );
  assert.equal(telegram?.token, TOKEN);
  assert.deepEqual([...(email?.to ?? [])], [['acc_1', ['b@example.com']]]);
  assert.deepEqual(email?.login, { user: 'a@example.com', password: 'a password' });
});

test('each setting of a channel is read from its field', () => {
  const tokenFile = secret('token3', TOKEN);
  const passwordFile = secret('password3', 'a password');
  const apiUrl = 'https://telegram.example.com';
  const email = {
    host: 'mail.example.com',
    port: 2525,
    from: 'from@example.com',
    to: ['to@example.com', 'other@example.com=acc_2', 'third@example.com'],
  };
  const receivers = new Map([
    ['acc_1', ['to@example.com', 'third@example.com']],
    ['acc_2', ['other@example.com']],
  ]);
  for (const commands of [true, false])
    assert.deepEqual(read({ telegram: { tokenFile, chatIds: ['5=acc_2'], commands, apiUrl } }).telegram, {
      apiUrl,
      token: TOKEN,
      chats: new Map([['acc_2', ['5']]]),
      users: new Map(),
      commands,
    });
  const { host, port, from } = email;
  assert.deepEqual(read({ email }).email, { host, port, from, to: receivers, login: null });
  const login = { user: 'name', password: 'a password' };
  const withLogin = read({ email: { ...email, user: 'name', passwordFile } });
  assert.deepEqual(withLogin.email, { host, port, from, to: receivers, login });
});

test('settings that do not fit together are refused with the setting, and never with a secret', () => {
  const tokenFile = secret('token2', TOKEN);
  const shared = secret('shared', TOKEN, 0o644);
  const wrong = secret('wrong', 'my password');
  const host = 'mail.example.com';
  for (const [settings, why] of [
    [{ telegram: { tokenFile } }, /notifications\.telegram: token_file is set, so chat_ids is needed/],
    [{ telegram: { chatIds: ['1'] } }, /notifications\.telegram: chat_ids is set, so token_file is needed/],
    [{ telegram: { commands: true } }, /notifications\.telegram: commands is true, so token_file is needed/],
    [{ telegram: { userIds: ['1'] } }, /notifications\.telegram: user_ids is set, so token_file is needed/],
    [
      { telegram: { tokenFile, chatIds: ['1', '-2=acc_2'], commands: true, userIds: ['8'] } },
      /notifications\.telegram: commands is true and chat -2 is a group, so user_ids needs a user of acc_2/,
    ],
    [{ telegram: { tokenFile, chatIds: ['1', '1=acc_2'] } }, /chat 1 is listed twice/],
    [{ telegram: { tokenFile: wrong, chatIds: ['1'] } }, /wrong does not contain the token of a bot$/],
    [{ telegram: { tokenFile: shared, chatIds: ['1'] } }, /run chmod 600/],
    [{ telegram: { tokenFile: join(folder, 'none'), chatIds: ['1'] } }, /none: ENOENT/],
    [{ email: { host, from: 'a@example.com' } }, /so from and to are needed/],
    [{ email: { host, to: ['a@example.com'] } }, /so from and to are needed/],
    [{ email: { host } }, /notifications\.email: host is set, so from and to are needed/],
    [{ email: { to: ['a@example.com'] } }, /notifications\.email: to is set, so host is needed/],
  ] as const)
    assert.throws(() => read(settings), why);
});
