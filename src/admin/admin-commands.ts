import {
  err,
  invalidField,
  mapResult,
  ok,
  type Rejection,
  type Result,
  rejection,
  renderDecimal,
} from '#contract';
import type { FaultInjector } from '#matching-engine';
import type { AccountAdoption, MappingReviewService, PairingCodes, PositionAdopter } from '#oms';
import type { AccountAdmin } from '#orders';
import type { AdminHandler } from './admin-protocol.ts';
import {
  parseAccountParams,
  parseAdoptionParams,
  parseKeyParams,
  parsePairParams,
  parseRevocationParams,
  parseSettingParams,
  parseSubaccountParams,
  renderApiKey,
  renderOwnedWebhook,
} from './admin-schema.ts';
import { runReviewCommand } from './review-commands.ts';

/** The status of a running service. */
export interface ServiceStatus {
  readonly pid: number;
  readonly version: string;
  readonly url: string;
  readonly ready: boolean; // the start is complete: key file, faults and assets of the sandbox
}

type Command = (operating: AccountAdmin, params: unknown) => Promise<Result<unknown, Rejection>>;

/** The operator's commands by name, the same through the control socket and on a stopped service's store. */
const COMMANDS = {
  'account.new': (operating, params) =>
    runWithParams(parseAccountParams(params), (id) => operating.createAccount(id)),
  'account.list': async (operating) => ok(operating.accounts()),
  'subaccount.new': (operating, params) =>
    runWithParams(parseSubaccountParams(params), (subaccount) => operating.createSubaccount(subaccount)),
  'key.new': (operating, params) =>
    runWithParams(parseKeyParams(params), async (key) =>
      mapResult(await operating.createKey(key), renderApiKey),
    ),
  'key.list': async (operating) => ok(operating.keys().map(renderApiKey)),
  'secret.sealed': (operating, params) =>
    runWithParams(parseSettingParams(params), async (name) => {
      await operating.recordAdminAction('venue_secret_sealed', name);
      return ok(name);
    }),
  'key.revoke': (operating, params) =>
    runWithParams(parseRevocationParams(params), async ({ keyId, isCancelling }) =>
      mapResult(await operating.revokeKey(keyId, isCancelling), renderApiKey),
    ),
  'webhook.list': async (operating) => ok((await operating.webhooks()).map(renderOwnedWebhook)),
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** Runs one command. Refuses `validation` for invalid parameters, else as the engine does. */
export const runCommand = (
  operating: AccountAdmin,
  name: CommandName,
  params: unknown,
): Promise<Result<unknown, Rejection>> => COMMANDS[name](operating, params);

/** The parts of a service that answer the operator. An absent one, or null, has no commands. */
export interface AdminParts {
  readonly operating: AccountAdmin;
  readonly pairings: Pick<PairingCodes, 'open'>;
  readonly reviewing?: MappingReviewService | null;
  readonly demoFaults?: FaultInjector | null; // null under profile live
  readonly adoptPositions?: PositionAdopter | null;
}

/**
 * Answers requests on the control socket: `status`, `pair` (a new link for a browser), and every command.
 * Mapping commands and `venue.adopt` need the venues of a running service.
 */
export function createAdminHandler(
  status: () => ServiceStatus,
  { operating, pairings, reviewing = null, demoFaults = null, adoptPositions = null }: AdminParts,
): AdminHandler {
  return async (method, params) => {
    if (method === 'status') return ok(status());
    if (method === 'pair')
      return runWithParams(parsePairParams(params), async ({ accountId, grant }) =>
        pairings.open(accountId, grant),
      );
    const review = reviewing === null ? null : runReviewCommand(reviewing, method, params);
    if (review !== null) return review;
    const fault = await runFaultCommand(demoFaults, operating, method, params);
    if (fault !== null) return fault;
    if (method === 'venue.adopt' && adoptPositions !== null)
      return runWithParams(parseAdoptionParams(params), async ({ venue, owner, cancelsOrders }) =>
        mapResult(await adoptPositions(venue, owner, cancelsOrders), renderAdoption),
      );
    if (!isCommand(method)) return err(rejection('not_found', `unknown control command ${method}`));
    return runCommand(operating, method, params);
  };
}

const renderAdoption = ({ adopted, left, orders }: AccountAdoption) => ({
  adopted: adopted.map(({ instrument, side, outcome, qty, price, priceFrom }) => ({
    instrument_id: instrument.instrumentId,
    ticker: instrument.venueInstrumentId,
    side,
    outcome,
    qty: renderDecimal(qty),
    price: renderDecimal(price),
    price_from: priceFrom,
  })),
  left: left.map(({ venueInstrumentId, net, tokens, why }) => ({
    ticker: venueInstrumentId,
    net: renderDecimal(net),
    ...(tokens !== null && { yes: renderDecimal(tokens.YES), no: renderDecimal(tokens.NO) }),
    why,
  })),
  orders: orders.map(({ order, isCancelled, why }) => ({
    venue_order_id: order.venueOrderId,
    ticker: order.venueInstrumentId,
    side: order.side,
    outcome: order.outcome,
    price: renderDecimal(order.price),
    qty: renderDecimal(order.qty),
    filled_qty: renderDecimal(order.filledQty),
    cancelled: isCancelled,
    why,
  })),
});

/** The answer of `venue.adopt`. `net` is in YES contracts; `yes` and `no` are tokens, absent where the venue nets both. */
export type AdoptionLines = ReturnType<typeof renderAdoption>;

const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

async function runWithParams<Params>(
  params: Result<Params, Rejection>,
  run: (params: Params) => Promise<Result<unknown, Rejection>>,
): Promise<Result<unknown, Rejection>> {
  return params.ok ? run(params.value) : params;
}

const DETAIL_LENGTH_MAX = 500;

/** The fault injector of Demo, which runs in this process, and the log of all faults at any exchange. */
const FAULT_COMMANDS = {
  'fault.list': (board) => ok({ faults: board.list(), known: board.names }),
  'fault.set': (board, { fault }) => {
    const put = board.add(fault);
    return typeof put === 'string' ? err(invalidField('fault', put)) : ok(put);
  },
  'fault.clear': (board, { which }) => {
    if (which !== null && typeof which !== 'string' && typeof which !== 'number')
      return err(invalidField('which', 'expected a name, a number or null'));
    if (which === null) for (const { id } of board.list()) board.remove(id);
    else board.remove(which);
    return ok({ faults: board.list() });
  },
} satisfies Record<string, (board: FaultInjector, params: Params) => Result<unknown, Rejection>>;

type Params = Readonly<Record<string, unknown>>;

/**
 * Runs one command. Null for an unknown name.
 *
 * @param board  null under profile live: every fault command is refused
 */
async function runFaultCommand(
  board: FaultInjector | null,
  operating: AccountAdmin,
  name: string,
  input: unknown,
): Promise<Result<unknown, Rejection> | null> {
  const isNote = name === 'fault.note';
  if (!isNote && !Object.hasOwn(FAULT_COMMANDS, name)) return null;
  if (board === null) return err(rejection('validation', 'profile "live" does not support fault injection'));
  const params: Params = typeof input === 'object' && input !== null ? { ...input } : {};
  if (!isNote) return FAULT_COMMANDS[name as keyof typeof FAULT_COMMANDS](board, params);
  const { detail } = params;
  if (typeof detail !== 'string' || detail.length > DETAIL_LENGTH_MAX)
    return err(invalidField('detail', `expected at most ${DETAIL_LENGTH_MAX} characters`));
  await operating.recordAdminAction('fault', detail);
  return ok(null);
}
