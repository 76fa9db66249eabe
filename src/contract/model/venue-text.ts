/** A venue's code and text for refusing or closing an order; null where it gave none. */
export interface VenueAnswer {
  readonly venueCode: string | null;
  readonly venueMessage: string | null;
}

export const VENUE_CODE_MAX = 64;
export const VENUE_MESSAGE_MAX = 500;

export const NO_VENUE_ANSWER: VenueAnswer = { venueCode: null, venueMessage: null };

/** The detail of an `external_order`: the same from every source, so that it is recorded once. */
export const describeExternalOrder = (id: string): string =>
  `order ${id} is of our account but was not sent by us`;

/**
 * Text of a venue as one line that is safe to store and show: without control characters, invisible format
 * characters (which include the marks that change the direction of text) and unpaired surrogates.
 *
 * @returns null when nothing readable is left
 */
export function cleanVenueText(text: string | null | undefined, lengthMax: number): string | null {
  if (text === null || text === undefined) return null;
  // A long text is cut first, so that a page of a gateway costs little.
  const line = text
    .slice(0, lengthMax * 4)
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const cut = Array.from(line).slice(0, lengthMax).join('').trim();
  return cut === '' ? null : cut;
}

/** The code and the message of a venue, cleaned and cut to the lengths that are stored. */
export const cleanVenueAnswer = ({ venueCode, venueMessage }: Partial<VenueAnswer>): VenueAnswer => ({
  venueCode: cleanVenueText(venueCode, VENUE_CODE_MAX),
  venueMessage: cleanVenueText(venueMessage, VENUE_MESSAGE_MAX),
});
