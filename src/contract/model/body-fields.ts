import type { FieldIssue } from './result.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const parseOneOf =
  <Choice extends string>(choices: readonly Choice[]) =>
  (value: unknown): Choice | null =>
    choices.includes(value as Choice) ? (value as Choice) : null;

/** Reads the fields of a JSON body one by one and collects the issues. A `null` field counts as absent. */
export class FieldReader {
  readonly issues: FieldIssue[];
  readonly #fields: JsonObject;
  readonly #prefix: string;

  constructor(fields: JsonObject, prefix = '', issues: FieldIssue[] = []) {
    this.#fields = fields;
    this.#prefix = prefix;
    this.issues = issues;
  }

  value(field: string): unknown {
    return this.#fields[field] ?? undefined;
  }

  addIssue(field: string, issue: string, condition?: string): void {
    const name = this.#prefix + field;
    this.issues.push(condition === undefined ? { field: name, issue } : { field: name, issue, condition });
  }

  optional<Value>(
    field: string,
    parse: (value: unknown) => Value | null,
    issue: string | ((value: unknown) => string),
  ): Value | null {
    const value = this.value(field);
    if (value === undefined) return null;
    const parsed = parse(value);
    if (parsed === null) this.addIssue(field, typeof issue === 'string' ? issue : issue(value));
    return parsed;
  }

  required<Value>(
    field: string,
    parse: (value: unknown) => Value | null,
    issue: string | ((value: unknown) => string),
  ): Value | null {
    if (this.value(field) === undefined) {
      this.addIssue(field, 'required');
      return null;
    }
    return this.optional(field, parse, issue);
  }
}
