/**
 * How listings write a thing, by kind and name, alternatives divided by `|`. A spelling with a capital
 * counts only as written (`Heat`, `US`); one in lower case in any case, and a single word of it in any form
 * (`raise`, `raising`) unless `=` stands before it or it is a proper name.
 */
export type Lexicon = Readonly<Record<string, Readonly<Record<string, string>>>>;
