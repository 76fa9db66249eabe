import type { JsonSchema } from '../../src/http/openapi/openapi.ts';

/** Names of records that the document leaves unnamed, by the place of their first use. Others are derived from it. */
const RECORD_NAMES: Readonly<Record<string, string>> = {
  'Instrument.fees': 'FeeSchedule',
  'Book.bids': 'BookLevel',
  'AggregatedBook.bids': 'AggregatedLevel',
  'AggregatedLevel.breakdown': 'LevelShare',
  'BatchEntry|0': 'BatchOrder',
  'BatchEntry|1': 'BatchRefusal',
  'MatchProposal.first': 'MatchListing',
  'MatchProposal.reasons': 'MatchReason',
  'MatchComparison.comparisons': 'ListingComparison',
  'ListingComparison.differences': 'ListingDifference',
  'ListingDifference.segments': 'DifferenceSegment',
  'MatchComparison.reviews': 'MatchReviewVersion',
  'MatchReviewVersion.members': 'MatchReviewMember',
  'VenueHealthHistory.changes': 'VenueHealthChange',
  'VenueHealthHistory.latency': 'VenueLatency',
  'VenueHealthHistory.budgets': 'VenueBudget',
  'OrderPreviewRisk.max_order_qty': 'QtyHeadroom',
  'OrderPreviewRisk.max_open_orders': 'CountHeadroom',
  'RiskStateUsage.max_position_qty': 'QtyUsage',
  'RiskStateUsage.max_open_orders': 'CountUsage',
  'Account.limits': 'KeyLimits',
  'RiskStateUsage.day_cost_max': 'DayCostUsage',
  'RiskStateUsage.day_loss_max': 'DayLossUsage',
  'RiskStateUsage.orders_per_minute_max': 'DayCountUsage',
  'FairValues.values': 'FairValue',
  'QuotesChange.quotes': 'QuotesChangeEntry',
  'QuotesAnswer.quotes': 'QuotesAnswerEntry',
  'QuotesAnswerEntry.bid': 'QuoteSideAnswer',
  'Quotes.quotes': 'QuotesEntry',
  'QuotesEntry.bid': 'Quote',
  'WebhookDelivery.attempts': 'WebhookAttempt',
  'OpportunityRecord.legs': 'OpportunityRecordLeg',
  'OpportunityRecord.best': 'OpportunityEdge',
  'OpportunityCurve.points': 'OpportunityPoint',
};

/** Shorter names of sets of values. */
const ENUM_NAMES: Readonly<Record<string, string>> = {
  AggregatedBookMemberStatus: 'BookStatus',
  AmendmentTif: 'RestingTif',
  BatchRefusalError: 'ErrorCode',
  ComplexOrderTif: 'RestingTif',
  GetPerformanceBy: 'PerformanceGrouping',
  ListPnlSharesBy: 'PnlGrouping',
  ListPricesType: 'PriceType',
  ListProposalsVerdict: 'ProposalVerdict',
  MatchProposalVerdict: 'Verdict',
  MatchReviewVersionStatus: 'ReviewStatus',
  OrderLegReason: 'OrderReason',
  OrderPreviewRiskScope: 'LimitScope',
  OrderReceiptDecisionMode: 'DecisionMode',
  OrderRoutingMode: 'RoutingMode',
  Line: 'SheetLine',
  Event: 'NotificationType', // of a webhook; the record of an event has this name
};

/** The method of the client for each operation that is not named by the rule of `methodName`. */
const METHODS: Readonly<Record<string, readonly [resource: string, method: string]>> = {
  listOpportunityHistory: ['opportunities', 'history'],
  getOpportunityHistory: ['opportunities', 'curve'],
  getLightBook: ['markets', 'book'],
  getBook: ['books', 'get'],
  getAggregatedBook: ['books', 'aggregated'],
  listTrades: ['markets', 'trades'],
  listTradePrints: ['prints', 'list'],
  getStats: ['markets', 'stats'],
  listVenueHealth: ['venues', 'health'],
  getVenueHealth: ['venues', 'history'],
  listProposals: ['matching', 'proposals'],
  compareListings: ['matching', 'compare'],
  listReviews: ['matching', 'reviews'],
  getReview: ['matching', 'review'],
  submitOrder: ['orders', 'create'],
  submitBatch: ['orders', 'batch'],
  getReceipt: ['orders', 'receipt'],
  previewMerge: ['positions', 'preview_merge'],
  previewSplit: ['positions', 'preview_split'],
  previewRedeem: ['positions', 'preview_redeem'],
  getPositionOperation: ['positions', 'operation'],
  listFairValues: ['fair_values', 'get'],
  setFairValues: ['fair_values', 'set'],
  listPnlHistory: ['pnl', 'history'],
  listPnlShares: ['pnl', 'breakdown'],
  getPerformance: ['pnl', 'performance'],
  getRisk: ['risk', 'state'],
  pullQuotes: ['quotes', 'pull'],
  getMakerProtection: ['quotes', 'protection'],
  setMakerProtection: ['quotes', 'set_protection'],
  resetMakerProtection: ['quotes', 'reset_protection'],
  setKillSwitch: ['risk', 'kill_switch'],
  listDeliveries: ['webhooks', 'deliveries'],
  replayDelivery: ['webhooks', 'replay'],
  getTime: ['', 'time'],
  getHealth: ['', 'health'],
  getMetrics: ['', 'metrics'],
  getOpenApi: ['', 'openapi'],
  getAsyncApi: ['', 'asyncapi'],
};

/** Fields whose name alone does not identify their values. */
const GENERAL_FIELDS = new Set(
  'status type kind scope mode result limit reason by verdict error field in code amend self_trade risk include decision'.split(
    ' ',
  ),
);

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** A place in the document: a field of a record, or `|0`, a form of it. A list names its entries. */
export interface Place {
  readonly owner: string;
  readonly field: string;
  readonly isInList?: boolean;
}

/** The list `legs` of `Order` → `OrderLeg`. */
export function recordName({ owner, field, isInList }: Place): string {
  const known = RECORD_NAMES[field.startsWith('|') ? `${owner}${field}` : `${owner}.${field}`];
  return known ?? `${owner}${toPascal(isInList ? toSingular(field) : field)}`;
}

/** The parameters of one type of complex order: `TP_SL` → `TpSlParams`. */
export const paramsName = ({ title }: JsonSchema): string => `${toPascal(String(title).toLowerCase())}Params`;

/** A name for the values of a field: `Side`, or `OrderStatus` where the field name alone is too general. */
export function enumName({ owner, field, isInList }: Place, isGeneral = GENERAL_FIELDS.has(field)): string {
  const own = toPascal(isInList ? toSingular(field) : field);
  const name = isGeneral ? `${owner}${own}` : own;
  return ENUM_NAMES[name] ?? name;
}

/** A field as a Python attribute: `from` → `from_`. */
export const attributeName = (field: string): string => {
  const name = field.replaceAll('-', '_');
  return KEYWORDS.has(name) ? `${name}_` : name;
};

/**
 * The resource and method of an operation. By default the resource is the first part of the path after `/v1`, and
 * the method is the verb of the operation's name, or the last part of a path such as `/v1/orders/{id}/receipt`,
 * after `set_` if it changes a setting.
 */
export function methodName(operationId: string, path: string): readonly [resource: string, method: string] {
  const known = METHODS[operationId];
  if (known !== undefined) return known;
  const [resource = '', ...rest] = path.replace('/v1/', '').split('/').map(toSnake);
  const verb = toSnake(operationId).split('_')[0] ?? '';
  const last = rest.at(-1);
  if (last === undefined || last.startsWith('{')) {
    const isCreation = verb === 'submit' || verb === 'create';
    return [resource, isCreation ? 'create' : verb];
  }
  return [resource, verb === 'set' ? `set_${last}` : last];
}

export const toConstant = (operationId: string): string => toSnake(operationId).toUpperCase();

export const toPascal = (text: string): string =>
  text
    .split(/[_\- ]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

const toSnake = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

const toSingular = (text: string): string =>
  text.endsWith('ies') ? `${text.slice(0, -3)}y` : text.replace(/(?<=ch)es$|s$/, '');

/** A docstring or a part of one, wrapped; empty for no text. */
export function docstring(text: string | undefined, indent: string): readonly string[] {
  if (text === undefined || text.trim() === '') return [];
  const clean = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  const sentence = /[.!?:]$/.test(clean) ? clean : `${clean}.`;
  const lines = wrap(sentence, 96 - indent.length);
  const [only = ''] = lines;
  if (lines.length === 1) return [`${indent}"""${only}"""`];
  return [`${indent}"""${only}`, ...lines.slice(1).map((line) => `${indent}${line}`), `${indent}"""`];
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The schema without `null`, and whether it had it. */
export function splitNull(schema: JsonSchema): { readonly schema: JsonSchema; readonly isNullable: boolean } {
  const { anyOf } = schema;
  if (anyOf === undefined) return { schema, isNullable: false };
  const others = anyOf.filter(({ type }) => type !== 'null');
  const [only] = others;
  const isNullable = others.length < anyOf.length;
  if (others.length === 1 && only !== undefined) return { schema: only, isNullable };
  return { schema: { ...schema, anyOf: others }, isNullable };
}
