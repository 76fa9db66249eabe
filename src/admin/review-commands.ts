import {
  err,
  type GenericAssetId,
  type Instrument,
  invalidField,
  ok,
  type Rejection,
  type Result,
  renderTime,
  type TimestampMs,
} from '#contract';
import type { AssetReview } from '#domain';
import type { Decision, MappingReviewService, NamedMember } from '#oms';
import { type ListingComparison, renderMatch } from '#relations';

type Command = (
  reviewing: MappingReviewService,
  params: Readonly<Record<string, unknown>>,
) => Promise<Result<unknown, Rejection>>;

/** The operator's commands for mapping reviews, through the control socket of a running service. */
const COMMANDS = {
  'match.list': async (reviewing) =>
    ok(
      (await reviewing.proposals()).map(({ a, b, match }) => ({
        a: renderInstrument(a),
        b: renderInstrument(b),
        ...renderMatchLine(match),
      })),
    ),
  'match.reviews': async (reviewing) => ok(reviewing.reviews().map(renderReview)),
  'match.show': async (reviewing, params) => {
    const compared = await reviewing.compare(toTexts(params['members']));
    if (!compared.ok) return compared;
    const { members, matches, reviews } = compared.value;
    return ok({
      members: members.map(renderInstrument),
      matches: matches.map(renderMatchLine),
      reviews: reviews.map(renderReview),
    });
  },
  'match.approve': (reviewing, params) => {
    const id = parseAssetId(params['asset']);
    if (id !== null)
      return renderResult(reviewing.approveAgain(id, toText(params['by']), toText(params['why'])));
    return runDecision(params, (decision) => reviewing.approve(decision));
  },
  'match.reject': (reviewing, params) => {
    const id = parseAssetId(params['asset']);
    if (id !== null) return renderResult(reviewing.withdraw(id, toText(params['by']), toText(params['why'])));
    return runDecision(params, (decision) => reviewing.reject(decision));
  },
} satisfies Record<string, Command>;

export type ReviewCommandName = keyof typeof COMMANDS;

/** Runs one command. Null for an unknown name. */
export function runReviewCommand(
  reviewing: MappingReviewService,
  name: string,
  params: unknown,
): Promise<Result<unknown, Rejection>> | null {
  if (!Object.hasOwn(COMMANDS, name)) return null;
  const fields = typeof params === 'object' && params !== null ? { ...params } : {};
  return COMMANDS[name as ReviewCommandName](reviewing, fields);
}

async function runDecision(
  params: Readonly<Record<string, unknown>>,
  run: (decision: Decision) => ReturnType<MappingReviewService['approve']>,
): Promise<Result<unknown, Rejection>> {
  const members = parseMembers(params['members']);
  if (members === null) return err(invalidField('members', 'expected instruments by id, or as VENUE:TICKER'));
  const title = params['title'];
  return renderResult(
    run({
      members,
      title: typeof title === 'string' && title !== '' ? title : null,
      by: toText(params['by']),
      why: toText(params['why']),
      despite: params['despite'] === true,
    }),
  );
}

async function renderResult(
  work: ReturnType<MappingReviewService['approve']>,
): Promise<Result<unknown, Rejection>> {
  const review = await work;
  return review.ok ? ok(renderReview(review.value)) : review;
}

function parseMembers(input: unknown): readonly NamedMember[] | null {
  if (!Array.isArray(input)) return null;
  const members = input.map(parseMember);
  return members.includes(null) ? null : (members as readonly NamedMember[]);
}

/** `"Kalshi:KXBTC-27"`, or an object with `inverted` and `fingerprint` in addition to the name. */
function parseMember(input: unknown): NamedMember | null {
  if (typeof input === 'string') return { name: input, inverted: null, fingerprint: null };
  if (typeof input !== 'object' || input === null) return null;
  const { name, inverted, fingerprint } = input as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string') return null;
  return {
    name,
    inverted: typeof inverted === 'boolean' ? inverted : null,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : null,
  };
}

const toText = (input: unknown): string => (typeof input === 'string' ? input : '');
const toTexts = (input: unknown): readonly string[] => (Array.isArray(input) ? input.map(toText) : []);

function parseAssetId(input: unknown): GenericAssetId | null {
  return Number.isSafeInteger(input) ? (input as GenericAssetId) : null;
}

const renderOptionalTime = (at: TimestampMs | null): string | null => (at === null ? null : renderTime(at));

/** An instrument as shown to the operator: identifying fields and full rules. */
const renderInstrument = (instrument: Instrument) => ({
  instrument_id: instrument.instrumentId,
  venue: instrument.venue,
  ticker: instrument.ticker,
  title: instrument.title,
  rules: instrument.description,
  rules_secondary: instrument.rulesSecondary,
  venue_terms: instrument.venueTerms,
  close_time: renderOptionalTime(instrument.closeTime),
  status: instrument.status,
});

/** The command line names the reasons `features`. */
function renderMatchLine(comparison: ListingComparison) {
  const { reasons, ...match } = renderMatch(comparison);
  return { ...match, features: reasons };
}

/** A decision in the format of export and import. */
const renderReview = (review: AssetReview) => ({
  generic_asset_id: review.genericAssetId,
  status: review.status,
  simulated: review.simulated,
  title: review.title,
  members: review.members.map((member) => ({
    name: `${member.venue}:${member.venueInstrumentId}`,
    instrument_id: member.instrumentId,
    ticker: member.ticker,
    inverted: member.inverted,
    fingerprint: member.fingerprint,
  })),
  by: review.by,
  why: review.why,
  at: renderTime(review.at),
});

export type InstrumentLine = ReturnType<typeof renderInstrument>;
export type MatchLine = ReturnType<typeof renderMatchLine>;
export type ReviewLine = ReturnType<typeof renderReview>;
