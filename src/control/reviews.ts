import type { GenericAssetId } from '../core/kernel/ids.ts';
import { invalidField, type Refusal } from '../core/kernel/refusal.ts';
import { ok, type Result, refuse } from '../core/kernel/result.ts';
import type { Decision, NamedMember } from '../engine/reviewing/decision.ts';
import type { Reviewing } from '../engine/reviewing/reviewing.ts';
import { renderInstrument, renderMatch, renderReview } from './reviewlines.ts';

type Command = (
  reviewing: Reviewing,
  params: Readonly<Record<string, unknown>>,
) => Promise<Result<unknown, Refusal>>;

/** What the operator asks and decides of generic assets, through the socket of a running service. */
const COMMANDS = {
  'match.list': async (reviewing) =>
    ok(
      (await reviewing.proposals()).map(({ a, b, match }) => ({
        a: renderInstrument(a),
        b: renderInstrument(b),
        ...renderMatch(match),
      })),
    ),
  'match.reviews': async (reviewing) => ok(reviewing.reviews().map(renderReview)),
  'match.show': async (reviewing, params) => {
    const compared = await reviewing.compare(texts(params['members']));
    if (!compared.ok) return compared;
    const { members, matches, reviews } = compared.value;
    return ok({
      members: members.map(renderInstrument),
      matches: matches.map(renderMatch),
      reviews: reviews.map(renderReview),
    });
  },
  'match.approve': (reviewing, params) => {
    const id = assetId(params['asset']);
    if (id !== null) return rendered(reviewing.approveAgain(id, text(params['by']), text(params['why'])));
    return decided(params, (decision) => reviewing.approve(decision));
  },
  'match.reject': (reviewing, params) => {
    const id = assetId(params['asset']);
    if (id !== null) return rendered(reviewing.withdraw(id, text(params['by']), text(params['why'])));
    return decided(params, (decision) => reviewing.reject(decision));
  },
} satisfies Record<string, Command>;

export type ReviewCommandName = keyof typeof COMMANDS;

/** Runs one command. Null when there is none of that name. */
export function runReviewCommand(
  reviewing: Reviewing,
  name: string,
  params: unknown,
): Promise<Result<unknown, Refusal>> | null {
  if (!Object.hasOwn(COMMANDS, name)) return null;
  const fields = typeof params === 'object' && params !== null ? { ...params } : {};
  return COMMANDS[name as ReviewCommandName](reviewing, fields);
}

async function decided(
  params: Readonly<Record<string, unknown>>,
  run: (decision: Decision) => ReturnType<Reviewing['approve']>,
): Promise<Result<unknown, Refusal>> {
  const members = membersIn(params['members']);
  if (members === null)
    return refuse(invalidField('members', 'expected instruments by id, or as VENUE:TICKER'));
  const title = params['title'];
  return rendered(
    run({
      members,
      title: typeof title === 'string' && title !== '' ? title : null,
      by: text(params['by']),
      why: text(params['why']),
      despite: params['despite'] === true,
    }),
  );
}

async function rendered(work: ReturnType<Reviewing['approve']>): Promise<Result<unknown, Refusal>> {
  const review = await work;
  return review.ok ? ok(renderReview(review.value)) : review;
}

function membersIn(input: unknown): readonly NamedMember[] | null {
  if (!Array.isArray(input)) return null;
  const members = input.map(memberIn);
  return members.includes(null) ? null : (members as readonly NamedMember[]);
}

/** `"Kalshi:KXBTC-27"`, or an object with `inverted` and `fingerprint` beside the name. */
function memberIn(input: unknown): NamedMember | null {
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

const text = (input: unknown): string => (typeof input === 'string' ? input : '');
const texts = (input: unknown): readonly string[] => (Array.isArray(input) ? input.map(text) : []);

function assetId(input: unknown): GenericAssetId | null {
  return Number.isSafeInteger(input) ? (input as GenericAssetId) : null;
}
