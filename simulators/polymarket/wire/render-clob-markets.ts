import { ONE, renderDecimal } from '../../../src/domain/model/money.ts';
import type { Market, Outcome } from '../trading/outcome-market.ts';
import { computeMid } from './render-books.ts';

/** Trading terms under the venue's short keys. What is absent is false or none. */
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

/** A market as the CLOB's own lists show it. */
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
      price: Number(renderDecimal(priceOf(market, index === 0 ? 0 : 1))),
      winner: resolution !== null && priceOf(market, index === 0 ? 0 : 1) === ONE,
    })),
    active: true,
    closed: resolution !== null,
    accepting_orders: market.isAccepting,
    enable_order_book: true,
    minimum_tick_size: Number(renderDecimal(market.tick)),
    minimum_order_size: Number(market.sharesMin) / 1e6,
    neg_risk: market.negRisk,
    seconds_delay: market.delaySeconds,
    end_date_iso: new Date(market.endsAt).toISOString(),
    game_start_time: null,
    tags: [market.tag],
  };
}

function priceOf(market: Market, outcome: Outcome): bigint {
  const { resolution } = market;
  if (resolution !== null) return outcome === 0 ? resolution.payout : ONE - resolution.payout;
  return computeMid(market, outcome) ?? ONE / 2n;
}
