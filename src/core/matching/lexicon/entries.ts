/**
 * How listings write a thing, by kind and name, alternatives divided by `|`. A spelling with a capital
 * counts only as written (`Heat`, `US`); one in lower case in any case.
 */
export type Lexicon = Readonly<Record<string, Readonly<Record<string, string>>>>;
