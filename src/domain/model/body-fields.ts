import type { FieldIssue } from './result.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const oneOf =
  <Choice extends string>(choices: readonly Choice[]) =>
  (value: unknown): Choice | null =>
    choices.includes(value as Choice) ? (value as Choice) : null;

/** Takes fields one by one and keeps what is wrong with them. `null` in an optional field counts as absent. */
export class FieldReader {
  readonly issues: FieldIssue[];
  readonly #fields: Fields;
  readonly #prefix: string;

  constructor(fields: Fields, prefix = '', issues: FieldIssue[] = []) {
    this.#fields = fields;
    this.#prefix = prefix;
    this.issues = issues;
  }

  value(field: string): unknown {
    return this.#fields[field] ?? undefined;
  }

  refuse(field: string, issue: string, condition?: string): void {
    const name = this.#prefix + field;
    this.issues.push(condition === undefined ? { field: name, issue } : { field: name, issue, condition });
  }

  optional<Value>(field: string, parse: (value: unknown) => Value | null, issue: string): Value | null {
    const value = this.value(field);
    if (value === undefined) return null;
    const parsed = parse(value);
    if (parsed === null) this.refuse(field, issue);
    return parsed;
  }

  required<Value>(field: string, parse: (value: unknown) => Value | null, issue: string): Value | null {
    if (this.value(field) === undefined) {
      this.refuse(field, 'required');
      return null;
    }
    return this.optional(field, parse, issue);
  }
}
