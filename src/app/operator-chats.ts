import { isGroupChat, type TelegramSettings } from '#config';
import type { AccountId } from '#contract';
import type { MarketDataService } from '#market-data';
import { ChatCommands, type ChatCommandsDeps, ChatReports } from '#notifications';
import type { Oms } from '#oms';
import type { Pnl } from '#orders';
import { createTelegramReader, TelegramClient } from '#platform';
import type { AppDependencies } from './types.ts';

/** Chats whose commands are answered, with the account and the operators of each. */
export type OperatorChats = Pick<ChatCommandsDeps, 'reader' | 'chats'>;

/** Null unless `notifications.telegram.commands` is true. */
export function createOperatorChats(telegram: TelegramSettings | null): OperatorChats | null {
  if (telegram?.commands !== true) return null;
  const chats = [...telegram.chats].flatMap(([accountId, ids]) =>
    ids.map((id) => [id, { accountId, operators: listOperators(telegram, accountId, id) }] as const),
  );
  return { reader: createTelegramReader(new TelegramClient(telegram)), chats: new Map(chats) };
}

/** Of a private chat its user, who has the same id; of a group the configured users of its account. */
const listOperators = (
  { users }: TelegramSettings,
  account: AccountId,
  chatId: string,
): ReadonlySet<string> => new Set(isGroupChat(chatId) ? users.get(account) : [chatId]);

interface Parts extends Pick<AppDependencies, 'config' | 'clock' | 'random' | 'log'> {
  readonly engine: Oms;
  readonly market: MarketDataService;
  readonly pnl: Pnl;
}

/** Reads and answers commands until it is stopped. Null without chats. */
export function startChatCommands(chats: OperatorChats | null, parts: Parts): ChatCommands | null {
  if (chats === null) return null;
  const { engine: trading, market, config } = parts;
  const { data, view } = market;
  const venueHealth = () => data.venueHealth();
  const reports = new ChatReports({ ...parts, trading, market: view, venueHealth, profile: config.profile });
  const commands = new ChatCommands({ ...parts, ...chats, trading, reports });
  commands.start();
  return commands;
}
