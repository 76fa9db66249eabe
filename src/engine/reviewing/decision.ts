/** An instrument as a person names it: `1042`, or `Kalshi:KXBTC-27` by native id, ticker or slug. */
export interface NamedMember {
  readonly name: string;
  readonly inverted: boolean | null; // null: as matching reads it
  readonly fingerprint: string | null; // of the text that was looked at elsewhere; null: of what is listed now
}

export interface Decision {
  readonly members: readonly NamedMember[];
  readonly title: string | null; // of the asset; the first member's when null
  readonly by: string;
  readonly why: string;
  /** A person who has read both says so against what matching says. */
  readonly despite: boolean;
}
