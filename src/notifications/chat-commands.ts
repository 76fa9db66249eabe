import { type AccountId, type Caller, errorMessage, type KeyId } from '#contract';
import { type ChatCommand, type PlainMessage, parseChatCommand } from '#domain';
import type { RiskService, TradingService } from '#orders';
import type { ChatMessage, ChatReader, Clock, Log, Random, Timer } from '#ports';
import type { ChatReports } from './chat-reports.ts';

/** Whose commands in a chat are answered, and for which account. */
interface OperatorChat {
  readonly accountId: AccountId;
  readonly operators: ReadonlySet<string>; // ids of users
}

export interface ChatCommandsDeps {
  readonly reader: ChatReader;
  readonly chats: ReadonlyMap<string, OperatorChat>; // by id of the chat
  readonly trading: Pick<TradingService, 'queries'> & {
    readonly risk: Pick<RiskService, 'setKillSwitch'>;
  };
  readonly reports: ChatReports;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

interface Confirmation {
  readonly code: string;
  readonly validUntilMs: number; // monotonic
}

const CODE_BYTES = 3;
const CONFIRM_MS = 60_000;
const RETRY_MS = 5_000;
const REFUSAL_INTERVAL_MS = 60_000;
const REFUSED_MAX = 100; // users whose last refusal is remembered

/**
 * Answers commands of the operators of the configured chats. Other members of a group are refused with words, at most
 * once a minute each, so that they cannot delay the commands of an operator; other chats are ignored. Each message is handled once: ids that
 * were handled are skipped, and what a new process receives again can only read, because the code that confirms a kill
 * switch exists in one process, in one chat and once. docs/decisions/messages.md
 */
export class ChatCommands {
  readonly #deps: ChatCommandsDeps;
  readonly #confirmations = new Map<string, Confirmation>(); // by chat and user
  readonly #refusedAtMs = new Map<string, number>(); // by chat and user; monotonic
  readonly #ignoredChats = new Set<string>();
  #handledId = 0;
  #isStopped = false;
  #isFailing = false;
  #retry: { readonly timer: Timer; readonly resume: () => void } | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: ChatCommandsDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Resolves once the command that is being handled has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#deps.reader.stop();
    this.#retry?.timer.cancel();
    this.#retry?.resume();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { reader, log } = this.#deps;
    while (!this.#isStopped) {
      const polled = await reader.poll(this.#handledId);
      if (this.#isStopped) return;
      if (polled.kind === 'failed') {
        if (!this.#isFailing)
          log.warn('commands of chats cannot be read; this is retried', { why: polled.why });
        this.#isFailing = true;
        await this.#pause();
        continue;
      }
      if (this.#isFailing) log.info('commands of chats are read again');
      this.#isFailing = false;
      for (const message of polled.messages) await this.#handle(message);
    }
  }

  #pause(): Promise<void> {
    return new Promise((resume) => {
      this.#retry = { timer: this.#deps.clock.after(RETRY_MS, resume), resume };
    });
  }

  async #handle(message: ChatMessage): Promise<void> {
    const { id, chatId, userId } = message;
    if (id <= this.#handledId || this.#isStopped) return;
    this.#handledId = id; // before it is applied, so that no failure applies it twice
    const chat = this.#deps.chats.get(chatId);
    if (chat === undefined) {
      if (chatId !== '') this.#reportIgnored(chatId);
      return;
    }
    const command = parseChatCommand(message.text);
    if (!chat.operators.has(userId)) {
      if (command !== null) await this.#refuse(message);
      return;
    }
    await this.#reply(chatId, await this.#answerOrExplain(message, chat.accountId, command));
  }

  /** Only a command is refused: what else the members of a group write is not for the bot. */
  async #refuse({ chatId, userId }: ChatMessage): Promise<void> {
    const { clock, log } = this.#deps;
    const member = `${chatId}:${userId}`;
    const lastMs = this.#refusedAtMs.get(member);
    if (lastMs !== undefined && clock.monotonicMs() - lastMs < REFUSAL_INTERVAL_MS) return;
    this.#refusedAtMs.delete(member);
    this.#refusedAtMs.set(member, clock.monotonicMs());
    const [oldest] = this.#refusedAtMs.keys();
    if (this.#refusedAtMs.size > REFUSED_MAX && oldest !== undefined) this.#refusedAtMs.delete(oldest);
    log.warn('a command of a user who is not in notifications.telegram.user_ids is refused', {
      chat: chatId,
      user: userId,
    });
    const who = userId === '' ? 'Anonymous administrators and channels' : `User ${userId}`;
    const may = userId === '' ? 'cannot' : 'may not';
    await this.#reply(chatId, {
      title: 'Nothing was done',
      text: `${who} ${may} send commands here. The operator of the service lists who may in notifications.telegram.user_ids.`,
    });
  }

  async #answerOrExplain(
    message: ChatMessage,
    accountId: AccountId,
    command: ChatCommand | null,
  ): Promise<PlainMessage> {
    return this.#answer(message, accountId, command).catch((error: unknown): PlainMessage => {
      this.#deps.log.error('a command of a chat failed', {
        chat: message.chatId,
        why: errorMessage(error),
      });
      return { title: 'This could not be answered', text: 'The log of the service has the reason.' };
    });
  }

  async #reply(chatId: string, reply: PlainMessage): Promise<void> {
    const { reader, log } = this.#deps;
    if (!(await reader.reply(chatId, reply)))
      log.warn('the answer to a command was not accepted by its chat', { chat: chatId });
  }

  async #answer(
    { chatId, userId }: ChatMessage,
    accountId: AccountId,
    command: ChatCommand | null,
  ): Promise<PlainMessage> {
    const { reports } = this.#deps;
    const operator = `${chatId}:${userId}`;
    const caller: Caller = {
      keyId: `telegram:${operator}` as KeyId,
      accountId,
      permissions: ['read', 'risk'],
      subaccounts: '*',
    };
    switch (command?.name) {
      case undefined:
        return HELP;
      case 'status':
        return reports.status(caller);
      case 'positions':
        return reports.positions(caller);
      case 'orders':
        return reports.orders(caller);
      case 'pnl':
        return reports.pnl(caller);
      case 'kill':
        return command.argument === ''
          ? this.#requestConfirmation(operator, caller)
          : this.#kill(operator, caller, command.argument);
    }
  }

  #requestConfirmation(operator: string, { accountId }: Caller): PlainMessage {
    const { random, clock } = this.#deps;
    const code = random.hex(CODE_BYTES);
    this.#confirmations.set(operator, { code, validUntilMs: clock.monotonicMs() + CONFIRM_MS });
    return {
      title: `Switch the kill switch of ${accountId} on?`,
      text: `It refuses new orders in every subaccount; resting orders stay open. To confirm, send within 60 seconds:\n/kill ${code}`,
    };
  }

  async #kill(operator: string, caller: Caller, code: string): Promise<PlainMessage> {
    const { clock, trading, log, reports } = this.#deps;
    const confirmation = this.#confirmations.get(operator);
    const isValid = confirmation?.code === code && clock.monotonicMs() < confirmation.validUntilMs;
    if (!isValid)
      return {
        title: 'Nothing was changed',
        text: 'This code is not valid: it is used, older than 60 seconds, or of another user or process. Send /kill for a new one.',
      };
    this.#confirmations.delete(operator); // before the switch, so that one code switches once
    log.warn('the kill switch is switched on from a chat', { by: caller.keyId, account: caller.accountId });
    const result = await trading.risk.setKillSwitch(caller, { enabled: true });
    if (!result.ok) return { title: 'The kill switch is NOT on', text: result.error.message };
    const open = reports.countLiveOrders(caller);
    return {
      title: `The kill switch of ${caller.accountId} is on`,
      text: `Resting orders that stay open: ${open}. A chat cannot switch it off.`,
    };
  }

  #reportIgnored(chatId: string): void {
    if (this.#ignoredChats.has(chatId) || this.#ignoredChats.size >= IGNORED_CHATS_MAX) return;
    this.#ignoredChats.add(chatId);
    this.#deps.log.warn('a chat that is not in notifications.telegram.chat_ids is ignored', { chat: chatId });
  }
}

const IGNORED_CHATS_MAX = 100; // reported in the log

const HELP: PlainMessage = {
  title: 'Commands',
  text: [
    '/status: venues, kill switch and open orders',
    '/positions: open positions',
    '/orders: live orders',
    '/pnl: net PnL of today and in total',
    '/kill: switches the kill switch on, after a confirmation',
  ].join('\n'),
};
