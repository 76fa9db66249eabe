/** JSON in which a bigint is `{"$n":"12"}`: a text that merely looks like a number stays a text. */
export const encode = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? { $n: String(each) } : each));

export const decode = (text: string): unknown =>
  JSON.parse(text, (_, each: unknown) => (isBig(each) ? BigInt(each.$n) : each));

const isBig = (value: unknown): value is { readonly $n: string } =>
  typeof value === 'object' && value !== null && '$n' in value && typeof value.$n === 'string';
