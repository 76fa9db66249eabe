import { invalid } from '../failure.ts';
import { show } from '../output/show.ts';
import type { View } from '../output/view.ts';
import { watch } from '../output/watch.ts';
import type { Session } from '../session.ts';
import { asking } from './apifailure.ts';
import { allowWrite, type Connection, connect } from './connect.ts';
import type { CallingOptions } from './options.ts';

type Call = (connection: Connection) => Promise<View>;

/** Reads and prints, once or for as long as `--watch` says. */
export async function runRead(session: Session, options: CallingOptions, read: Call): Promise<void> {
  const { terminal } = session;
  const connection = connect(session, options);
  const round = async (): Promise<void> => show(terminal, options, await asking(() => read(connection)));
  await (options.watch === undefined ? round() : watch(terminal, options.watch, round));
}

/** Changes something and prints what came of it, once it is sure that real funds are meant or not. */
export async function runWrite(session: Session, options: CallingOptions, write: Call): Promise<void> {
  const connection = connect(session, options);
  await allowWrite(connection);
  show(session.terminal, options, await asking(() => write(connection)));
}

/** A whole number after an option; undefined when it was left out. */
export function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalid(`${option} ${text}: expected a whole number.`);
  return Number(text);
}

/** An id as the API takes it in a body: a number. */
export const idNumber = (what: string, text: string): number => wholeNumber(what, text) ?? 0;
