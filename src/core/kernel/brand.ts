declare const brand: unique symbol;

/** A primitive that only the function which checked it may produce: `Brand<bigint, 'Price'>`. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
