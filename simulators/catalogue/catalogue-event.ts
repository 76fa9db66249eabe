/**
 * A question of the sandbox world and how each exchange lists it. What lies here is the input of a
 * listing: an exchange derives ids, times and prices from it.
 */
export interface CatalogueEvent {
  readonly key: string; // stable; the same question moves alike on every exchange
  readonly category: string;
  readonly fair: number; // 0..1, YES of Kalshi's wording, where the price swings around
  readonly volatility: number; // how far from `fair` at most
  readonly kalshi?: KalshiListing;
  readonly polymarket?: PolymarketListing;
  readonly inverted?: boolean; // Polymarket's YES is Kalshi's NO
  /** Days from the closing of one edition to that of the next; usual: those from the first start to the first. */
  readonly everyDays?: number;
}

export interface KalshiListing {
  readonly seriesTicker: string;
  readonly seriesTitle: string;
  readonly eventTicker: string;
  readonly eventTitle: string;
  readonly ticker: string;
  readonly yesSubTitle: string;
  readonly rulesPrimary: string;
  readonly rulesSecondary?: string;
  readonly strikeType?: string;
  readonly floorStrike?: number;
  readonly capStrike?: number;
  readonly priceLevelStructure?: string; // default linear_cent
  readonly feeType?: string; // default quadratic
  readonly feeMultiplier?: number; // default 1
  readonly shard?: number; // default 0
  readonly openInDays?: number; // from the exchange's first start; default: two weeks before it
  readonly closeInDays: number; // likewise
}

export interface PolymarketListing {
  readonly slug: string;
  readonly question: string;
  readonly description: string;
  readonly eventSlug: string;
  readonly eventTitle: string;
  readonly tag: string;
  readonly tickSize: string;
  readonly minSize: number;
  readonly negRisk?: boolean;
  readonly feeRate: string;
  readonly outcomes?: readonly [string, string]; // default Yes, No
  readonly startInDays?: number; // from the exchange's first start; default: a day before it
  readonly endInDays: number; // likewise
  readonly secondsDelay?: number;
  readonly version?: 'v2'; // of the protocol: its ids stand elsewhere, and the CLOB has no book
}
