/** What a setting accepts, and how that reads in an error: "expected an integer from 0 to 65535". */
export interface Rule {
  readonly expects: string;
  accepts(value: unknown): boolean;
}

export const flag: Rule = { expects: 'true or false', accepts: (value) => typeof value === 'boolean' };

export const integer = (min: number, max: number): Rule => ({
  expects: `an integer from ${min} to ${max}`,
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
});

export const number = (min: number, max: number): Rule => ({
  expects: `a number from ${min} to ${max}`,
  accepts: (value) => typeof value === 'number' && value >= min && value <= max,
});

export const oneOf = (...values: readonly string[]): Rule => ({
  expects: values.map((value) => `"${value}"`).join(' or '),
  accepts: (value) => typeof value === 'string' && values.includes(value),
});

export const text = (expects: string, shape: RegExp): Rule => ({
  expects,
  accepts: (value) => typeof value === 'string' && shape.test(value),
});

export const listOf = (item: Rule, max: number, min = 1): Rule => ({
  expects: `a list of ${min} to ${max}, each ${item.expects}`,
  accepts: (value) =>
    Array.isArray(value) &&
    value.length >= min &&
    value.length <= max &&
    value.every((entry) => item.accepts(entry)),
});

export const url = (scheme: 'http' | 'ws'): Rule => ({
  expects: `a URL that begins with ${scheme}:// or ${scheme}s://`,
  accepts: (value) =>
    typeof value === 'string' &&
    URL.canParse(value) &&
    [`${scheme}:`, `${scheme}s:`].includes(new URL(value).protocol),
});

export const file = text('a file, or "" for none', /^[^\0]{0,4096}$/);

export const positiveInteger = (max: number): Rule => integer(1, max);
