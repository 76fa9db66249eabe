/** A whole number of any size, as the truth store writes it. */
const WHOLE = /^(-?\d+)n$/;

/** JSON that keeps bigints: as texts of digits that end in `n`, which nothing else here looks like. */
export const encode = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));

export const decode = (text: string): unknown =>
  JSON.parse(text, (_, each: unknown) => {
    const match = typeof each === 'string' ? WHOLE.exec(each) : null;
    return match?.[1] === undefined ? each : BigInt(match[1]);
  });
