/** The kinds of fields in a body. */
export type Kind =
  | 'decimal'
  | 'id'
  | 'enum'
  | 'text'
  | 'time'
  | 'flag'
  | 'limit'
  | 'count'
  | 'object'
  | 'list';

const WRONG_TYPES = [true, false, [], {}, [[]], ['1'], { a: 1 }] as const;
const INVALID_DECIMALS = [
  ...'+1 -1 -0 1e3 1E-2 .5 5. 01 00 0x10 1_000 1,5 NaN Infinity -Infinity null 1/2 1n --1 1.2.3 １ ٣ ½'.split(
    ' ',
  ),
  '',
  ' ',
  '1 ',
  ' 1',
  '0.5\n',
  '0.5\u0000',
  '0.123456789',
  '1'.repeat(16),
  '9'.repeat(400),
];

/** Values that no field of a kind accepts. A quantity of zero is invalid, but a limit of zero is valid. */
export const INVALID_VALUES: Readonly<Record<Kind, readonly unknown[]>> = {
  decimal: [...WRONG_TYPES, ...INVALID_DECIMALS, 0, 1, 0.5, -1, 1e300, '0', '0.000'],
  limit: [...WRONG_TYPES, ...INVALID_DECIMALS, 0, 1, 0.5, -1, 1e300],
  id: [...WRONG_TYPES, 0, -1, 1.5, 2 ** 53, 1e300, 999_999_999, '01001', 'Demo:X', '', '9'.repeat(400)],
  enum: [
    ...WRONG_TYPES,
    0,
    1,
    '',
    'buy',
    'Yes',
    'LIMIT ',
    ' BUY',
    'BUY\u0000',
    'constructor',
    'x'.repeat(9_999),
  ],
  text: [
    ...WRONG_TYPES,
    0,
    1,
    '',
    'a b',
    'sä',
    'sa_1\n',
    '\u0000',
    '\ud800',
    'x'.repeat(9_999),
    '…',
    '\u202e',
  ],
  time: [
    ...WRONG_TYPES,
    '',
    'soon',
    '2020-01-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    0,
    -1,
    1.5,
    1e300,
    'NaN',
  ],
  flag: [[], {}, 0, 1, -1, '', 'true', 'false', 'yes', null],
  count: [...WRONG_TYPES, -1, 1.5, 1e300, 2 ** 53, '5', '', 'many'],
  object: [true, false, [], 0, 1, '', 'DIRECT', { mode: '' }, { mode: 'direct' }, { mode: 1 }, { mode: [] }],
  list: [true, {}, 0, '', 'orders', [], { 0: {} }, Array.from({ length: 51 }, () => ({}))],
};

export const UNKNOWN_FIELDS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' qty',
  'QTY',
  'a',
];
export const INVALID_JSON = [
  ...`{ } [ ] " nul true null 0 "" "{}" undefined NaN {'a':1} {"a":} {"a":1,} [1,] {,} {}{} {}// /**/{}`.split(
    ' ',
  ),
  ...'{"a":01} {"a":+1} {"a":.5} {"a":1e} {"a":"\\x"} <xml/> a=1&b=2 \ufeff{} \u0000'.split(' '),
  '{"a":"\n"}',
  '{"a":1 "b":2}',
];
