const DEPTH_MAX = 64; // the records of the venues have less than ten levels
const UNCHECKED_CHARS_MAX = 16_384; // even the deepest text of this length is parsed in a few milliseconds
const STEP_CHARS = 262_144;
const DENSE_CHARS_MAX = 327_680; // a step, and its last item
const ITEM_CHARS_MAX = 1_048_576;
const ITEMS_MAX = 50_000; // of one list; the largest list that a venue sends has some ten thousand

/** Of one longer piece: a million small values take a quarter of a second to parse, and a record of a venue has some ten thousand. */
const VALUES_MAX = 60_000;

/** Longer texts are parsed by `parseJsonInSteps`. */
export const JSON_CHARS_MAX = 262_144;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses the JSON of a venue. `undefined` for a text that is not JSON, is longer than `charsMax`, or is nested
 * deeper than 64: `JSON.parse` needs seconds for millions of levels.
 */
export function parseBoundedJson(text: string, charsMax = JSON_CHARS_MAX): unknown {
  if (text.length > charsMax) return undefined;
  if (text.length > UNCHECKED_CHARS_MAX && isTooDeep(text)) return undefined;
  return parseOrUndefined(text);
}

/**
 * Parses a long JSON text and yields between steps of a few milliseconds, so that the caller can let the
 * event loop run. The items of a list are parsed piece by piece: of the list that is the document, or of the
 * lists that are fields of the document.
 *
 * @returns undefined for a text that is not JSON or is nested deeper than 64, or that has a list of more than
 * 50,000 items, an item longer than 1 MiB, more than 1 MiB outside its lists, or a piece longer than 320 KiB with more
 * than 60,000 values
 */
export function* parseJsonInSteps(text: string): Generator<undefined, unknown> {
  const lists: unknown[][] = [];
  let open: unknown[] | null = null; // the list whose items are being read
  let listDepth = 0;
  let outline = ''; // the document, with `[n]` in the place of its list n
  let from = 0; // the text before it has been parsed, or is in the outline
  let depth = 0;
  let pauseAt = STEP_CHARS;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pauseAt) {
      yield;
      pauseAt = at + STEP_CHARS;
    }
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > DEPTH_MAX) return undefined;
      if (code === OPEN_OBJECT || open !== null || depth > 2) continue;
      outline += `${text.slice(from, at)}[${lists.length}]`;
      [open, listDepth, from] = [[], depth, at + 1];
      lists.push(open);
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      if (open !== null && depth === listDepth) {
        const items = text.slice(from, at);
        const isEmpty = open.length === 0 && items.trim() === '';
        if (code === CLOSE_OBJECT || !(isEmpty || addItems(open, items))) return undefined;
        [open, from] = [null, at + 1];
      }
      depth -= 1;
    } else if (code === COMMA && open !== null && depth === listDepth && at - from >= STEP_CHARS) {
      if (!addItems(open, text.slice(from, at))) return undefined;
      from = at + 1;
    }
  }
  return open === null ? fillOutline(outline + text.slice(from), lists) : undefined;
}

/** The index of the closing quote of the string at `start`; the end of the text when there is none within 1 MiB. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) {
    if (end - start > ITEM_CHARS_MAX) return text.length;
    end = text.indexOf('"', end + 1);
  }
  return end === -1 ? text.length : end;
}

/** A quote after an odd number of backslashes is part of the string. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > DEPTH_MAX) return true;
    }
  }
  return false;
}

/** True for a long text with so many values that its parse would hold the event loop. */
function isTooDense(text: string): boolean {
  if (text.length <= DENSE_CHARS_MAX) return false;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA || code === OPEN_ARRAY || code === OPEN_OBJECT) values += 1;
  }
  return values > VALUES_MAX;
}

/** Parses items that are separated by commas. False when they are not JSON or too many. */
function addItems(list: unknown[], text: string): boolean {
  if (text.length > ITEM_CHARS_MAX + STEP_CHARS || text.trim() === '') return false;
  if (isTooDense(text)) return false;
  const items = parseOrUndefined(`[${text}]`);
  if (!Array.isArray(items) || list.length + items.length > ITEMS_MAX) return false;
  for (const item of items as readonly unknown[]) list.push(item);
  return true;
}

function fillOutline(outline: string, lists: readonly unknown[][]): unknown {
  if (outline.length > ITEM_CHARS_MAX || isTooDense(outline)) return undefined;
  const root = parseOrUndefined(outline);
  if (Array.isArray(root)) return lists[Number(root[0])];
  if (typeof root !== 'object' || root === null) return root;
  for (const value of Object.values(root)) {
    if (!Array.isArray(value)) continue;
    const items = lists[Number(value.pop())] ?? [];
    for (const item of items) value.push(item);
  }
  return root;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
