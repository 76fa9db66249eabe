import type { AccountId } from '#contract';
import type { Channel } from '#domain';
import type { Config } from './config.ts';
import { readSecretFile, SecretFileError } from './secret-files.ts';

const ACCOUNT_DEFAULT = 'acc_1';
const TOKEN = /^\d{1,20}:[A-Za-z0-9_-]{10,100}$/;

/** Who receives the messages of each account: chats, or addresses. */
export type Receivers = ReadonlyMap<AccountId, readonly string[]>;

export interface TelegramSettings {
  readonly apiUrl: string;
  readonly token: string;
  readonly chats: Receivers;
  readonly commands: boolean; // of these chats are answered
  readonly users: Receivers; // who may send commands in the groups of an account
}

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly from: string;
  readonly to: Receivers;
  readonly login: { readonly user: string; readonly password: string } | null;
}

/** The channels that are configured, with their secrets. */
export interface ChannelSettings {
  readonly telegram: TelegramSettings | null;
  readonly email: MailSettings | null;
}

/**
 * Reads the settings of Telegram and mail, and the files with their secrets.
 *
 * Throws SecretFileError for a file that cannot be used and for settings that do not fit together, and never with the
 * content of a file.
 */
export const readChannelSettings = ({ notifications }: Pick<Config, 'notifications'>): ChannelSettings => ({
  telegram: readTelegram(notifications.telegram),
  email: readMail(notifications.email),
});

function readTelegram({
  tokenFile,
  chatIds,
  commands,
  userIds,
  apiUrl,
}: Config['notifications']['telegram']): TelegramSettings | null {
  if (tokenFile === '') {
    if (chatIds.length > 0) throw incomplete('telegram', 'chat_ids is set, so token_file is needed');
    if (commands) throw incomplete('telegram', 'commands is true, so token_file is needed');
    if (userIds.length > 0) throw incomplete('telegram', 'user_ids is set, so token_file is needed');
    return null;
  }
  if (chatIds.length === 0) throw incomplete('telegram', 'token_file is set, so chat_ids is needed');
  const token = readSecretFile(tokenFile);
  if (!TOKEN.test(token)) throw incomplete('telegram', `${tokenFile} does not contain the token of a bot`);
  const chats = chatIds.map((entry) => entry.split('=')[0]);
  const twice = chats.find((chat, at) => chats.indexOf(chat) !== at);
  if (twice !== undefined) throw incomplete('telegram', `chat ${twice} is listed twice in chat_ids`);
  const settings = {
    apiUrl,
    token,
    chats: groupByAccount(chatIds),
    commands,
    users: groupByAccount(userIds),
  };
  if (commands) requireUsersOfGroups(settings);
  return settings;
}

/** Every member of a group can write to the bot, so an account with a group needs the list of those who may command. */
function requireUsersOfGroups({ chats, users }: Pick<TelegramSettings, 'chats' | 'users'>): void {
  for (const [account, ids] of chats) {
    const group = ids.find(isGroupChat);
    if (group === undefined || users.has(account)) continue;
    throw incomplete(
      'telegram',
      `commands is true and chat ${group} is a group, so user_ids needs a user of ${account}`,
    );
  }
}

/** The id of a private chat is that of its user; the ids of groups are negative. */
export const isGroupChat = (chatId: string): boolean => chatId.startsWith('-');

function readMail({
  host,
  port,
  from,
  to,
  user,
  passwordFile,
}: Config['notifications']['email']): MailSettings | null {
  if (host === '') {
    if (to.length > 0) throw incomplete('email', 'to is set, so host is needed');
    return null;
  }
  if (from === '' || to.length === 0) throw incomplete('email', 'host is set, so from and to are needed');
  const login =
    passwordFile === '' ? null : { user: user === '' ? from : user, password: readSecretFile(passwordFile) };
  return { host, port, from, to: groupByAccount(to), login };
}

function groupByAccount(entries: readonly string[]): Receivers {
  const pairs = entries.map((entry) => {
    const [receiver = '', account = ACCOUNT_DEFAULT] = entry.split('=');
    return { receiver, account: account as AccountId };
  });
  const groups = Map.groupBy(pairs, ({ account }) => account);
  return new Map([...groups].map(([account, all]) => [account, all.map(({ receiver }) => receiver)]));
}

const incomplete = (channel: Channel, why: string): SecretFileError =>
  new SecretFileError(`notifications.${channel}: ${why}`);
