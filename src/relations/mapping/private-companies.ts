const STAYS_PRIVATE =
  /^Will (.+?) (?:remain|stay) (?:a )?private(?: company)? (?:through|until(?: the end of)?) (?:the end of )?((?:[A-Z][a-z]+ \d{1,2}, )?20\d\d)\?$/;
const NO_OFFERING =
  /\bresolves? to "?Yes"? if (?:the )?(.+?) (?:does|has) not (?:completed?|h[oe]ld|have) an? (?:initial public offering|IPO) by ([A-Z][a-z]+ \d{1,2}, 20\d\d)(?!(?:[^.]|\.\d)*\b(?:or|nor|and)\b)/;

/**
 * "Will Vega remain private through 2027?" in the words of its condition: "Vega does not IPO by December 31, 2027?" Only where
 * the condition is that there is no offering by the same day; elsewhere a direct listing or a filing may count too.
 */
export function restatePrivate(title: string, rules: string): string {
  const [, company, until = ''] = STAYS_PRIVATE.exec(title) ?? [];
  if (company === undefined) return title;
  const [, claimed, day] = NO_OFFERING.exec(rules) ?? [];
  const last = until.includes(' ') ? until : `December 31, ${until}`;
  return claimed === company && day === last ? `${company} does not IPO by ${day}?` : title;
}
