/** Why a setting cannot be used: where it stands, which it is, and what is wrong with it. */
export interface ConfigIssue {
  readonly source: string; // the file as the operator named it, or an environment variable
  readonly line: number | null;
  readonly field: string | null;
  readonly reason: string;
}

/** One setting as somebody wrote it. */
export interface Assignment {
  readonly source: string;
  readonly line: number | null;
  readonly name: string; // as written: `venues.Kalshi.enabled`
  readonly value: unknown;
}
