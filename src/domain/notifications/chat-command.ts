/** What an operator may request in a chat. None places an order or switches the kill switch off. */
export const CHAT_COMMANDS = ['status', 'positions', 'orders', 'pnl', 'kill'] as const;
export type ChatCommandName = (typeof CHAT_COMMANDS)[number];

export interface ChatCommand {
  readonly name: ChatCommandName;
  readonly argument: string; // '' without one
}

const COMMAND = /^\/([a-z]{1,32})(?:@\w{1,64})?(?:\s+(\S{1,64}))?\s*$/i;

/** `/kill 3fa9` and, in a group, `/kill@my_bot 3fa9`. Null for any other text. */
export function parseChatCommand(text: string): ChatCommand | null {
  const match = COMMAND.exec(text.trim());
  const name = CHAT_COMMANDS.find((each) => each === match?.[1]?.toLowerCase());
  return name === undefined ? null : { name, argument: match?.[2]?.toLowerCase() ?? '' };
}

const CENT_DIGITS = 2;
const UNITS_PER_CENT = 100_000_000_000_000n; // a notional counts 1e-16

/** An amount for a person, in dollars to the nearest cent: `-1.07`. Half a cent rounds away from zero. */
export function renderCents(notional: bigint): string {
  const magnitude = notional < 0n ? -notional : notional;
  const cents = (magnitude + UNITS_PER_CENT / 2n) / UNITS_PER_CENT;
  const text = cents.toString().padStart(CENT_DIGITS + 1, '0');
  const sign = notional < 0n && cents > 0n ? '-' : '';
  return `${sign}${text.slice(0, -CENT_DIGITS)}.${text.slice(-CENT_DIGITS)}`;
}
