// How texts write a time: months, holidays, quarters, and what stands before them.

export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC)';
const YEAR = '20[2-4]\\d';
const NTH = '(?:st|nd|rd|th)?';
/** Days that are always the same, as month and day; `plainText` has taken the `'s`. */
export const HOLIDAYS: Readonly<Record<string, readonly [month: number, day: number]>> = {
  Christmas: [11, 25],
  'New Year Eve': [11, 31],
  Halloween: [9, 31],
  'Independence Day': [6, 4],
  'Valentine Day': [1, 14],
};
export const DATE = new RegExp(
  [
    `(?<iso>${YEAR}-\\d\\d-\\d\\d)(?:T\\S*)?`,
    `\\b(?<m1>${MONTH})\\.? (?<d1>[0-3]?\\d)${NTH}\\b(?!:\\d)(?:,? (?<y1>${YEAR})\\b)?`,
    `\\b(?<d2>[0-3]?\\d)${NTH} (?:of )?(?<m2>${MONTH})\\b\\.?(?:,? (?<y2>${YEAR})\\b)?`,
    `\\b(?<m3>${MONTH})\\.?,? (?<y3>${YEAR})\\b`,
    `\\b(?<m4>[01]?\\d)/(?<d4>[0-3]?\\d)/(?<y4>(?:20)?[2-4]\\d)\\b`,
    `\\b(?:Q(?<q5>[1-4])|(?<n5>first|second|third|fourth) quarter)(?:,? (?:of )?(?<y5>${YEAR}))?\\b`,
    `\\b(?:H(?<h5>[12])|(?<half>first|second) half of),? (?<y6>${YEAR})\\b`,
    `\\b(?<s6>${YEAR})[-/](?<t6>(?:20)?\\d\\d)\\b(?![-/\\d])`,
    `(?<![$€£,.\\d-])\\b(?<y7>${YEAR})\\b(?![,.]?\\d|%| ?(?:dollars|points))`,
    `\\b(?<m8>${MONTH})\\b(?!\\.? ?\\d)`,
    `(?<=\\b(?:on|by|before|until|for) )(?<h9>${Object.keys(HOLIDAYS).join('|')})\\b(?: Day\\b)?`,
  ].join('|'),
  'g',
);
export const CLOCK =
  /(?:\b(?:at )?(?:\d{1,2}(?::\d\d){1,2} ?(?:[ap]m|[AP]M)?|\d{1,2} ?(?:[ap]m|[AP]M)|noon|midnight)\b[ ,]*(?:\(?(?:ET|EST|EDT|UTC|GMT|PT|PST|PDT|CT|CET|Eastern Time|Eastern|local time)\)?)?[ ,]*(?:on |of )?)$/;
export const LEAD =
  /\b(on or before|no later than|by the end of|by end of|before the end of|until the end of|through the end of|at the end of|end of|prior to|before|by|until|till|through|thru|up to and including|from|between|after|since|following|on|during|within|in|for|as of|at|and|to|-)\s*(?:the (?:end of )?|end of )?$/i;
export const BY: ReadonlySet<string> = new Set(
  'on or before|no later than|by the end of|by end of|by|until|till|through|thru|until the end of|through the end of|before the end of|up to and including'.split(
    '|',
  ),
);
