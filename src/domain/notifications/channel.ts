import { isJsonObject } from '#contract';
import type { WebhookId } from './webhook.ts';

/** Where messages go besides webhooks. In place of a URL, a webhook may name one of them. */
export const CHANNELS = ['telegram', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Where an alert sends its messages. */
export type AlertTarget = WebhookId | Channel;

export const parseChannel = (text: string): Channel | null => CHANNELS.find((each) => each === text) ?? null;

const LINES_MAX = 40;
const VALUE_CHARACTERS_MAX = 200;
const DEPTH_MAX = 4;

/** A message for a person: a title, and a line for each field that has a value. */
export interface PlainMessage {
  readonly title: string;
  readonly text: string; // without the title
}

/** @param body  of a message, as a webhook receives it */
export function toPlainMessage(body: string): PlainMessage {
  const { type, timestamp, data } = JSON.parse(body) as {
    readonly type: string;
    readonly timestamp: string;
    readonly data: unknown;
  };
  const lines = listFields(data, '', DEPTH_MAX);
  const shown = lines.length > LINES_MAX ? [...lines.slice(0, LINES_MAX), '…'] : lines;
  return { title: type, text: [timestamp, ...shown].join('\n') };
}

function listFields(value: unknown, path: string, depth: number): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.length === 0 ? [] : [`${path}: ${value.map(toLine).join(', ')}`];
  if (Array.isArray(value) || isJsonObject(value)) {
    if (depth === 0) return [];
    return Object.entries(value).flatMap(([name, each]) =>
      listFields(each, path === '' ? name : `${path}.${name}`, depth - 1),
    );
  }
  const text = toLine(value);
  return [path === '' ? text : `${path}: ${text}`];
}

/** A line break in a value could pretend to be another field. */
const toLine = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value))
    .replaceAll(/\s+/g, ' ')
    .slice(0, VALUE_CHARACTERS_MAX);
