import { ONE, renderDecimal } from '#contract';
import { hashName } from '#matching-engine';
import { toMicro } from '../trading/micro-units.ts';
import {
  computeNegRiskMarketId,
  computePositionIds,
  type Market,
  type Outcome,
  type Resolution,
} from '../trading/outcome-market.ts';
import { computeMid, lastPrice, renderBest } from './render-books.ts';

const DAY_MS = 86_400_000;
const REBATE = 0.25;

/** Renders a market for Gamma: lists are JSON inside a string, amounts are JSON numbers. */
export function renderGammaMarket(market: Market, now: number) {
  return {
    ...renderListing(market),
    ...renderState(market),
    ...renderFigures(market, now),
    events: [{ ...market.event, negRiskAugmented: false }],
    tags: [renderTag(market)],
    updatedAt: iso(market.changedAt),
  };
}

/** Renders an event with its markets. */
export function renderGammaEvent(markets: readonly Market[], now: number) {
  const [first] = markets;
  if (first === undefined) return null;
  const records = markets.map((market) => renderGammaMarket(market, now));
  const sum = (field: 'volumeNum' | 'volume24hr' | 'liquidityNum'): number =>
    cents(records.reduce((total, record) => total + record[field], 0));
  return {
    ...first.event,
    ticker: first.event.slug,
    description: first.description,
    startDate: iso(Math.min(...markets.map(({ startsAt }) => startsAt))),
    creationDate: iso(first.startsAt),
    endDate: iso(Math.max(...markets.map(({ endsAt }) => endsAt))),
    createdAt: iso(first.startsAt),
    updatedAt: iso(Math.max(...markets.map(({ changedAt }) => changedAt))),
    active: true,
    closed: markets.every(({ resolution }) => resolution !== null),
    archived: false,
    restricted: true,
    enableOrderBook: true,
    ...renderNegRisk(first),
    volume: sum('volumeNum'),
    volume24hr: sum('volume24hr'),
    liquidity: sum('liquidityNum'),
    tags: [renderTag(first)],
    markets: records,
  };
}

export const renderTag = ({ tag }: Market) => ({
  id: String(hashName(0, tag) % 100_000),
  label: tag,
  slug: tag.toLowerCase().replaceAll(' ', '-'),
});

function renderListing(market: Market) {
  const { fee } = market;
  return {
    id: market.id,
    version: market.version,
    question: market.question,
    conditionId: market.condition,
    questionID: market.questionId,
    slug: market.slug,
    description: market.description,
    category: null,
    outcomes: JSON.stringify(market.outcomes),
    ...renderIds(market),
    ...renderNegRisk(market),
    marketMakerAddress: '',
    orderPriceMinTickSize: Number(renderDecimal(market.tick)),
    orderMinSize: Number(market.sharesMin) / 1e6,
    secondsDelay: market.delaySeconds,
    startDate: iso(market.startsAt),
    endDate: iso(market.endsAt),
    createdAt: iso(market.startsAt),
    restricted: true,
    gameStartTime: null,
    groupItemTitle: market.groupItemTitle,
    feesEnabled: fee.rate > 0n,
    feeType: `${market.tag.toLowerCase()}_fees`,
    feeSchedule: {
      exponent: fee.exponent,
      rate: Number(renderDecimal(fee.rate)),
      takerOnly: true,
      rebateRate: REBATE,
    },
  };
}

const renderNegRisk = ({ negRisk, event }: Market) => ({
  negRisk,
  ...(negRisk
    ? { enableNegRisk: true, negRiskAugmented: false, negRiskMarketID: computeNegRiskMarketId(event.slug) }
    : {}),
});

/**
 * Position ids are a list, token ids are JSON text. A third of the v1 markets have position ids without a book, so
 * that readers must rely on the version.
 */
function renderIds({ id, slug, negRisk, tokens, version }: Market) {
  if (version === 'v2') return { positionIds: tokens };
  const carriesBoth = Number(id) % 3 === 1;
  return {
    clobTokenIds: JSON.stringify(tokens),
    ...(carriesBoth ? { positionIds: computePositionIds(slug, negRisk) } : {}),
  };
}

function renderState(market: Market) {
  const { resolution } = market;
  return {
    active: true,
    closed: resolution !== null,
    archived: false,
    acceptingOrders: market.isAccepting,
    enableOrderBook: true,
    outcomePrices: JSON.stringify(outcomePrices(market)),
    closedTime: resolution === null ? null : iso(resolution.at),
    ...renderOracle(resolution),
  };
}

/** Some resolved markets have no status of the oracle, and still say that they accept orders. */
function renderOracle(resolution: Resolution | null) {
  if (resolution === null) return { umaResolutionStatus: null, umaResolutionStatuses: '[]' };
  if (resolution.uma === null) return { acceptingOrders: true, umaResolutionStatuses: '[]' };
  return { umaResolutionStatus: 'resolved', umaResolutionStatuses: '["proposed"]' };
}

function renderFigures(market: Market, now: number) {
  const { bid, ask } = renderBest(market, 0);
  const volume = (since: number): number =>
    market.prints
      .filter(({ at }) => at >= since)
      .reduce((sum, print) => sum + (Number(print.shares) / 1e6) * (Number(print.price) / 1e8), 0);
  const depth = (['BUY', 'SELL'] as const)
    .flatMap((side) => market.book.levels(side))
    .reduce((sum, { price, qty }) => sum + (Number(toMicro(qty)) / 1e6) * (Number(price) / 1e8), 0);
  return {
    volume24hr: cents(volume(now - DAY_MS)),
    volume: String(cents(volume(0))),
    volumeNum: cents(volume(0)),
    liquidity: String(cents(depth)),
    liquidityNum: cents(depth),
    bestBid: bid === null ? null : Number(bid),
    bestAsk: ask === null ? null : Number(ask),
    spread: bid === null || ask === null ? null : Number((Number(ask) - Number(bid)).toFixed(4)),
    lastTradePrice: Number(lastPrice(market, 0)),
  };
}

function outcomePrices(market: Market): readonly [string, string] {
  const first = market.resolution?.payout ?? computeMid(market, 0) ?? ONE / 2n;
  return [renderDecimal(first), renderDecimal(ONE - first)];
}

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');
const cents = (usd: number): number => Math.round(usd * 100) / 100;

/** Renders trading terms with the venue's short keys. Absent keys mean false or none. */
export function renderTerms(market: Market) {
  const { fee } = market;
  return {
    c: market.condition,
    t: market.tokens.map((t, index) => ({ t, o: market.outcomes[index] })),
    mts: Number(renderDecimal(market.tick)),
    mos: Number(market.sharesMin) / 1e6,
    mbf: 0,
    tbf: 0,
    nr: market.negRisk,
    ...(fee.rate === 0n ? {} : { fd: { r: Number(renderDecimal(fee.rate)), e: fee.exponent, to: true } }),
    r: null,
    ao: market.isAccepting,
    sd: market.delaySeconds,
    gst: null,
    cbos: false,
    oas: 0,
  };
}

/** Renders a market for the CLOB's own lists. */
export function renderClobMarket(market: Market) {
  const { resolution } = market;
  return {
    condition_id: market.condition,
    question_id: market.questionId,
    question: market.question,
    description: market.description,
    market_slug: market.slug,
    tokens: market.tokens.map((token, index) => ({
      token_id: token,
      outcome: market.outcomes[index],
      price: Number(renderDecimal(computePrice(market, index === 0 ? 0 : 1))),
      winner: resolution !== null && computePrice(market, index === 0 ? 0 : 1) === ONE,
    })),
    active: true,
    closed: resolution !== null,
    accepting_orders: market.isAccepting,
    enable_order_book: true,
    minimum_tick_size: Number(renderDecimal(market.tick)),
    minimum_order_size: Number(market.sharesMin) / 1e6,
    neg_risk: market.negRisk,
    is_50_50_outcome: resolution !== null && resolution.payout * 2n === ONE,
    seconds_delay: market.delaySeconds,
    end_date_iso: new Date(market.endsAt).toISOString(),
    game_start_time: null,
    tags: [market.tag],
  };
}

function computePrice(market: Market, outcome: Outcome): bigint {
  const { resolution } = market;
  if (resolution !== null) return outcome === 0 ? resolution.payout : ONE - resolution.payout;
  return computeMid(market, outcome) ?? ONE / 2n;
}
