import { cleanVenueText, type OnIssue } from '#contract';

const COUNTED_MAX = 500;
const NAMED_MAX = 5;
const NAME_CHARACTERS_MAX = 80;
const FIELD = 'unknown field ';

/**
 * Counts fields and values of a venue that the adapter does not know. New fields are only counted; each
 * undecodable value is reported once, because its message was not processed.
 */
export class UnknownFields {
  readonly #counts = new Map<string, number>();
  readonly #onUnreadable: (what: string) => void;

  constructor(onUnreadable: (what: string) => void) {
    this.#onUnreadable = onUnreadable;
  }

  readonly note: OnIssue = ({ kind, path, reason, shown }) => {
    const isField = kind === 'unknown_field';
    const what = isField ? `${path}.${shown}` : shown === '' ? `${path} ${reason}` : `${path}: ${shown}`;
    const key = `${isField ? FIELD : 'unreadable '}${what}`;
    const count = this.#counts.get(key) ?? 0;
    if (count === 0 && this.#counts.size >= COUNTED_MAX) return;
    this.#counts.set(key, count + 1);
    if (count === 0 && !isField) this.#onUnreadable(what);
  };

  /** How many fields are not known, and the names of the first ones, for the health report; null without any. */
  get fieldsNote(): string | null {
    const fields = [...this.#counts.keys()].filter((key) => key.startsWith(FIELD));
    if (fields.length === 0) return null;
    const names = fields
      .slice(0, NAMED_MAX)
      .map((key) => cleanVenueText(key.slice(FIELD.length), NAME_CHARACTERS_MAX) ?? 'without a name');
    const more = fields.length > NAMED_MAX ? ` and ${fields.length - NAMED_MAX} more` : '';
    const count = fields.length === 1 ? '1 field' : `${fields.length} fields`;
    return `the venue sends ${count} that this version does not know: ${names.join(', ')}${more}`;
  }

  /** Each entry with its count, in the order of first occurrence. */
  get seen(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${what} (${count})`);
  }
}
