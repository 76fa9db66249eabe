import * as param from './param-table.ts';

// A type of complex order that is added is one entry of the table below. Its types, stored format, schemas, command with its
// options and form in the terminal follow from it; its behaviour is a folder of src/complex-orders/types/.

export const TRIGGER_SOURCES = ['TOUCH', 'MID', 'LAST'] as const;
export type TriggerSource = (typeof TRIGGER_SOURCES)[number];

/** How a trigger is watched and what follows it. */
export const FIRING = {
  triggerSource: param.choice(TRIGGER_SOURCES, {
    about:
      '`TOUCH` (default): the best price that the order would take. `MID`: between bid and ask. `LAST`: the last trade.',
    option: ['--source <source>', 'touch, mid or last: the price that is watched; default: touch'],
    field: { label: 'Trigger on', choices: { TOUCH: 'best bid or ask', MID: 'middle', LAST: 'last trade' } },
  }),
  // How long the trigger must be met without interruption.
  confirmMs: param.count(0, 60_000, {
    option: ['--confirm <ms>', 'how long the trigger must be met; default: 0'],
    field: { label: 'Trigger holds for', hint: 'such as 2s; at once if empty', isRare: true },
  }),
  // Distance of the child's limit from the touch; null: the parent has a price.
  maxSlippage: param.nullable(
    param.price({
      about: 'Only without a `price`.',
      option: ['--slippage <price>', 'without --price: distance of the limit from the touch; default: 0.05'],
      field: {
        label: 'Max slippage',
        shows: 'distance',
        hint: 'from the best price, without a limit; 5¢ if empty',
      },
    }),
  ),
  afterPartial: param.choice(['REPEAT', 'END'], {
    about: 'Only without a `price`.',
    option: [
      '--after-partial <what>',
      'without --price: repeat or end, once a part was filled; default: repeat',
    ],
    field: {
      label: 'After a partial fill',
      isRare: true,
      choices: { REPEAT: 'the rest is sent again', END: 'it ends' },
    },
  }),
};

const STAY_S_MAX = 3_600;

/** How often a child moves. */
export const MOVES = {
  // Between two moves.
  minStayMs: param.count(100, STAY_S_MAX * 1_000, {
    option: ['--stay <ms>', 'least time between two moves; default: 1000'],
    field: { label: 'Stays at least', hint: 'between two moves; 1s if empty' },
  }),
  pegMinStayTimeS: param.otherName(
    param.count(1, STAY_S_MAX, { about: 'Another name of `min_stay_ms`, in seconds.' }),
  ),
  // Afterwards it stays where it is.
  maxMoves: param.count(1, 10_000, {
    option: ['--moves <n>', 'after so many moves it stays where it is; default: 500'],
    field: { label: 'Moves at most', hint: '500 if empty' },
  }),
};

export const SLICE_MS_MIN = 1_000;
const RELOAD_S_MAX = 3_600;

/** What happens to the rest at the end: it is cancelled, or taken within the price. */
export const FINISH = param.choice(['CANCEL', 'CROSS'], {
  option: ['--cross', 'at the end the rest is taken within the price; default: cancelled', 'CROSS'],
  field: { label: 'At the end', choices: { CANCEL: 'the rest is cancelled', CROSS: 'the rest is taken' } },
});

/** A longer outage of the service pauses the parent; null: none does. */
export const MAX_OUTAGE_MS = param.nullable(
  param.count(0, 31 * 86_400_000, {
    about: 'A pause that is longer than this needs `resume`.',
    option: ['--max-outage <ms>', 'a longer outage of the service pauses it until `complex resume`'],
    field: { label: 'Pauses after outage', hint: 'longer than; never if empty', isRare: true },
  }),
);

/** Of the types that pause after a minute by default. */
const SHORT_OUTAGE_MS = {
  ...MAX_OUTAGE_MS,
  field: { label: 'Pauses after outage', hint: 'longer than; 1m if empty', isRare: true },
};

/** The types that this version accepts, in the order in which messages and documents list them. */
export const TYPE_DEFINITIONS = {
  /** Prices are in terms of the parent's outcome. */
  STOP: {
    price: 'optional',
    contract: 'INSTRUMENT',
    params: {
      triggerPrice: param.price({
        isRequired: true,
        isAmendable: true,
        option: ['--trigger <price>', 'price at which it fires'],
        field: { label: 'Trigger price' },
      }),
      ...FIRING,
      fireIfMet: param.flag({
        option: ['--fire-if-met', 'accept a trigger that is met now'],
        field: { label: 'Also if it is met now', isRare: true },
      }),
      maxOutageMs: MAX_OUTAGE_MS,
    },
    command: {
      about: 'place an order once a price is reached',
      examples: [
        ['crossbook stop sell 1001 20 --trigger 0.40 --slippage 0.03 --reduce-only'],
        ['crossbook stop buy 1001 20 --trigger 0.60 --price 0.62', 'rests at 0.62 once it fires'],
      ],
      note: 'Without --price each part is an IOC order with a limit at the touch plus or minus --slippage.',
    },
    form: {
      name: 'Stop',
      about:
        'Sends the order when the price reaches the trigger: a buy at or above it, a sell at or below it.',
      canOnlyReduce: true,
    },
  },
  ICEBERG: {
    price: 'required',
    contract: 'INSTRUMENT',
    params: {
      displayQty: param.qty({
        isAmendable: true,
        about: 'Required, under this name or as `displayed_qty`.',
        isRequiredByClients: true,
        option: ['--show <qty>', 'largest quantity that rests at a time'],
        field: { label: 'Shown contracts' },
      }),
      displayedQty: param.otherName(
        param.qty({ isAmendable: true, about: 'Another name of `display_qty`.' }),
      ),
      reloadDelayMs: param.count(0, RELOAD_S_MAX * 1_000, {
        option: ['--reload <ms>', 'pause before the next part; default: 0'],
        field: { label: 'Pause between parts', hint: 'such as 5s' },
      }),
      reloadDelayS: param.otherName(param.count(0, RELOAD_S_MAX)),
      // Of the displayed quantity, 1e-8.
      displayJitter: param.fraction({
        option: ['--jitter <fraction>', 'makes each part smaller by up to this fraction, at most 0.5'],
        field: { label: 'Random part', hint: '0 to 0.5: makes parts smaller' },
      }),
      maxOutageMs: MAX_OUTAGE_MS,
    },
    command: {
      about: 'place a large order in small parts',
      examples: [['crossbook iceberg buy 1001 500 --price 0.44 --show 50']],
      note: 'The next part is placed once the one before is proven over.',
    },
    form: {
      name: 'Iceberg',
      about: 'Rests a part of the quantity at a time; the next part follows when it is filled.',
    },
  },
  /** Exits what an entry has filled: a resting take-profit, a stop loss, or both (one of them is not null). */
  TP_SL: {
    price: 'refused',
    contract: 'ENTRY',
    params: {
      // Null only in the request for a bracket, whose entry has no id yet.
      attachTo: param.nullable(param.order({ about: 'The entry; or `entry`, which places it.' })),
      entry: param.requestOnly(
        param.object({ about: 'An order as in `POST /v1/orders`, without its keys.' }),
      ),
      takeProfit: param.nullable(
        param.takeProfit({ isAmendable: true, about: 'This, `stop_loss` or both.' }),
      ),
      stopLoss: param.nullable(param.stopLoss({ isAmendable: true })),
      overlapAfterMs: param.nullable(
        param.count(0, 3_600_000, {
          isAdded: true,
          acceptsNull: true,
          about:
            'After its trigger the stop waits so long for the end of the take-profit, then both may fill. Null (default): it always waits.',
          option: [
            '--overlap <ms>',
            'then the stop is sent although the take-profit may still fill; default: never',
          ],
          field: { label: 'Stop is sent anyway after', hint: 'both may fill; never if empty', isRare: true },
        }),
      ),
      maxOutageMs: MAX_OUTAGE_MS,
    },
  },
  /** A stop whose trigger follows the best watched price. Exactly one of the distances is not null. */
  TRAILING_STOP: {
    price: 'optional',
    contract: 'INSTRUMENT',
    params: {
      trail: param.nullable(
        param.price({
          isAmendable: true,
          about: 'This or `trail_percent`.',
          option: ['--trail <price>', 'distance of the trigger from the best price'],
          field: { label: 'Trail', shows: 'distance', hint: 'distance, or enter a percentage' },
        }),
      ),
      // Of the best watched price, 1e-8 of a percent.
      trailPercent: param.nullable(
        param.share({
          isAmendable: true,
          option: ['--trail-percent <percent>', 'the distance as a share of the best price'],
          field: { label: 'Trail in percent' },
        }),
      ),
      // It follows from here on; null: at once.
      activationPrice: param.nullable(
        param.price({
          option: ['--activation <price>', 'it follows once this price is reached; default: at once'],
          field: { label: 'Follows from price', hint: 'at once if empty' },
        }),
      ),
      ...FIRING,
      maxOutageMs: MAX_OUTAGE_MS,
    },
    command: {
      about: 'place an order once the price has turned by a distance',
      examples: [
        ['crossbook trailing-stop sell 1001 20 --trail 0.05 --reduce-only'],
        ['crossbook trailing-stop sell 1001 20 --trail-percent 10 --activation 0.60'],
      ],
      note: 'The best price is stored at most once a second, and never loosens.',
    },
    form: {
      name: 'Trailing stop',
      about: 'A stop whose trigger follows the best price at a distance, and never moves back.',
      canOnlyReduce: true,
    },
  },
  /** Equal parts at equal intervals. */
  TWAP: {
    price: 'required',
    contract: 'INSTRUMENT',
    params: {
      durationMs: param.count(SLICE_MS_MIN, 7 * 86_400_000, {
        isRequired: true,
        option: ['--duration <ms>', 'time over which it is placed'],
        field: { label: 'Duration', hint: 'such as 1h or 30m' },
      }),
      slices: param.count(1, 1_000, {
        isRequired: true,
        option: ['--slices <n>', 'number of parts, at equal intervals'],
        field: { label: 'Parts' },
      }),
      // Parts rest at the touch, or take.
      style: param.choice(['PASSIVE', 'AGGRESSIVE'], {
        option: [
          '--aggressive',
          'its parts take within the price; default: they rest at the touch',
          'AGGRESSIVE',
        ],
        field: {
          label: 'Each part',
          choices: { PASSIVE: 'rests at the best price', AGGRESSIVE: 'takes up to the worst price' },
        },
      }),
      // What a part leaves is skipped, or spread over the next ones.
      catchUp: param.choice(['SKIP', 'SPREAD'], {
        option: ['--spread', 'what a part leaves is added to the next ones; default: skipped', 'SPREAD'],
        field: {
          label: 'Unfilled parts',
          choices: { SKIP: 'are skipped', SPREAD: 'are spread over the rest' },
        },
      }),
      finish: FINISH,
      maxOutageMs: SHORT_OUTAGE_MS,
    },
    command: {
      about: 'place an order in equal parts over time',
      examples: [
        [
          'crossbook twap buy 1001 600 --price 0.50 --duration 3600000 --slices 12 --cross',
          'twelve parts of 50 in an hour; the rest is taken at the end',
        ],
      ],
    },
    form: {
      name: 'TWAP',
      about: 'Equal parts at equal intervals, none at a worse price than the limit.',
      price: 'Worst price',
    },
  },
  /** A limit and a stop that share one quantity, or two limits that both rest. */
  OCO: {
    price: 'refused',
    contract: 'LEGS',
    params: {
      legs: param.requestOnly(
        param.legs({
          isRequired: true,
          about:
            '`instrument_id`, `side`, `outcome`, `type` LIMIT or STOP, `price`, and `params` of a STOP: `trigger_price`, `trigger_source`, `max_slippage`. A LIMIT and a STOP, or two LIMIT with `allow_overfill`.',
        }),
      ),
      allowOverfill: param.requestOnly(
        param.flag({
          about: 'Of two LIMIT legs: both rest, and up to twice `qty` may fill.',
          option: ['--allow-overfill', 'with --other-price: up to twice the quantity may fill'],
        }),
      ),
      limitPrice: param.recordOnly(param.price()),
      limitTarget: param.recordOnly(param.nullable(param.target({ isAdded: true }))), // null: that of the stop
      stop: param.recordOnly(param.nullable(param.stopLoss())), // on the contract of the parent; null: two limits
      otherLimit: param.recordOnly(param.nullable(param.limit({ isAdded: true }))), // the second limit; null: a stop
      triggerSource: param.recordOnly(FIRING.triggerSource),
      maxOutageMs: MAX_OUTAGE_MS,
    },
  },
  /** A resting order that follows the best prices of others. */
  PEG: {
    price: 'required',
    contract: 'INSTRUMENT',
    params: {
      reference: param.choice(['NEAR', 'FAR', 'MID'], {
        isRequired: true,
        about: '`NEAR`: the best price of the own side. `FAR`: that of the other side. `MID`: between both.',
        option: ['--reference <reference>', 'near, far or mid: the price of others that it follows'],
        field: {
          label: 'Follows',
          choices: {
            NEAR: 'the best price of the same side',
            MID: 'the middle',
            FAR: 'the best price of the other side',
          },
        },
      }),
      // Behind the reference; negative: ahead of it.
      offset: param.distance({
        isAmendable: true,
        option: ['--offset <price>', 'distance behind that price; negative: ahead of it; default: 0'],
        field: { label: 'Distance behind it', hint: 'such as 1¢; -1¢ is ahead of it; 0 if empty' },
      }),
      ...MOVES,
      maxOutageMs: SHORT_OUTAGE_MS,
    },
    command: {
      about: 'rest at a price that follows the best prices of others',
      examples: [
        [
          'crossbook peg buy 1001 100 --price 0.50 --reference near --post-only',
          'rests at the best bid of others, at 0.50 or below',
        ],
      ],
    },
    form: {
      name: 'Peg',
      about: 'One resting order whose price follows the best prices of others, never worse than the limit.',
      canOnlyReduce: true,
      hasPostOnly: true,
    },
  },
  /** A share of the volume that others trade. */
  POV: {
    price: 'required',
    contract: 'INSTRUMENT',
    params: {
      // 1e-8.
      participation: param.share({
        isRequired: true,
        about: 'From 0.01 to 0.5.',
        option: ['--participation <fraction>', 'share of what others trade, 0.01 to 0.5'],
        field: { label: 'Share in percent', shows: 'percent', hint: '1 to 50' },
      }),
      // The order follows volume and price once in it.
      windowMs: param.count(1_000, 3_600_000, {
        option: ['--window <ms>', 'it follows volume and price once in this time; default: 60000'],
        field: { label: 'Follows every', hint: '1m if empty' },
      }),
      finish: FINISH, // CROSS: in the last window before the expiry the rest is taken
      maxOutageMs: SHORT_OUTAGE_MS,
    },
    command: {
      about: 'place an order at a share of the volume',
      examples: [
        [
          'crossbook pov buy 1001 500 --price 0.50 --participation 0.1',
          'one contract for every ten that others trade, at 0.50 or below',
        ],
      ],
    },
    form: {
      name: 'POV: share of the volume',
      about: 'Rests at the best price of the same side, for a share of what others trade from now on.',
      canOnlyReduce: true,
      hasPostOnly: true,
      hasExpiry: true,
    },
  },
  /** Two legs in equal quantity that together pay at least 1. */
  HEDGED_PAIR: {
    price: 'refused',
    contract: 'LEGS',
    params: {
      legs: param.requestOnly(
        param.legs({
          isRequired: true,
          about:
            '`instrument_id`, `side`, `outcome` and `price`, the worst of its orders. Both legs together pay at least 1.',
        }),
      ),
      first: param.recordOnly(param.limit()),
      second: param.recordOnly(param.limit()),
      // A set costs at most 1 less this, with fees.
      minEdge: param.cost({
        option: ['--edge <amount>', 'a set costs at most 1 less this, with fees; default: 0'],
      }),
      mode: param.choice(['SEQUENTIAL', 'SIMULTANEOUS'], {
        option: [
          '--together',
          'both legs are sent at once; default: one follows the fills of the other',
          'SIMULTANEOUS',
        ],
      }),
      // By how much the filled quantities of the legs may differ.
      unhedgedQtyMax: param.qty({
        isRequired: true,
        option: ['--unhedged <qty>', 'by how much the filled quantities of the legs may differ'],
      }),
      // For so long the lagging leg follows within `minEdge`.
      unhedgedMsMax: param.count(0, 3_600_000, {
        option: ['--within <ms>', 'time in which the lagging leg must follow; default: 5000'],
      }),
      // What follows then.
      onLegRisk: param.choice(['CHASE', 'UNWIND', 'HOLD'], {
        option: ['--risk <action>', 'hold, chase or unwind: what follows then; default: hold'],
      }),
      // Worst cost of a set by CHASE, and worst loss plus 1 by UNWIND; null: HOLD.
      chasePrice: param.nullable(
        param.cost({
          about: 'Required for CHASE and UNWIND.',
          option: ['--chase <cost>', 'for chase and unwind: worst cost of a set'],
        }),
      ),
      acceptSettlementRisk: param.flag({
        option: ['--accept-settlement-risk', 'also legs that may settle differently'],
      }),
      maxOutageMs: MAX_OUTAGE_MS,
    },
  },
  /** One order on a generic asset that goes to the cheapest member. */
  SMART_ROUTE: {
    price: 'required',
    contract: 'ASSET',
    params: {
      // Per contract, fees included; null: one tick.
      minImprovement: param.nullable(
        param.price({
          option: [
            '--improvement <price>',
            'least saving of a move per contract, fees included; default: a tick',
          ],
          field: {
            label: 'Moves for at least',
            shows: 'distance',
            hint: 'saved per contract; one tick if empty',
          },
        }),
      ),
      ...MOVES,
      venues: param.recordOnly(param.nullable(param.venues({ isAdded: true }))), // in `routing`: a restriction of its members; null means all
      maxOutageMs: SHORT_OUTAGE_MS,
    },
    command: {
      about: 'rest at the best venue of an asset, and take what becomes cheaper elsewhere',
      examples: [
        [
          'crossbook smart-route buy 501 100 --price 0.50',
          'rests at 0.50 where that costs least, and takes what any venue offers for less',
        ],
      ],
    },
    form: {
      name: 'Smart route: cheapest venue',
      about:
        'One order over all matched venues. It rests where it costs least with fees, and moves when another venue is cheaper.',
      canOnlyReduce: true,
    },
  },
} as const satisfies Readonly<Record<string, param.ParentTypeDefinition>>;

export type ParentType = keyof typeof TYPE_DEFINITIONS;
export const PARENT_TYPES = Object.keys(TYPE_DEFINITIONS) as readonly ParentType[];

/** The types that name one contract: a command and a form follow from their entry. */
export const PLAIN_TYPES = Object.entries<param.ParentTypeDefinition>(TYPE_DEFINITIONS).flatMap(
  ([type, definition]) => ('command' in definition ? [{ type: type as ParentType, ...definition }] : []),
);

/** The parameters of a type once they are read. */
export type ParamsOf<Type extends ParentType> = { readonly type: Type } & param.ValuesOf<
  (typeof TYPE_DEFINITIONS)[Type]['params']
>;

/** The parameters of any type. */
export type ParentParams = { [Type in ParentType]: ParamsOf<Type> }[ParentType];
