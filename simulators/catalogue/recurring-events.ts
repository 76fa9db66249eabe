import { type CatalogueEvent, DAY_MS, eventsAt } from './event-catalogue.ts';

/** What is asked at a moment beyond the questions of the first start, and until when that stays so. */
export interface ScheduledEvents {
  readonly questions: readonly CatalogueEvent[];
  readonly until: number; // Unix ms
}

/** What an exchange asks about its listings when it looks at the clock. */
export type ListingSchedule = (now: number) => ScheduledEvents;

/**
 * The later editions that are open at `now`. A question is asked again when its last edition closes, of the
 * days that follow and under names of its own (`KXETH-10K-ED2`, `eth-10k-ed2`), so that an exchange which runs
 * for months has as many open markets as at its start. Editions that came and went while nobody was here are
 * not among them.
 *
 * @param startedAt  the exchange's first start, Unix ms
 */
export function getLaterEditions(startedAt: number, now: number): ScheduledEvents {
  const worded = new Map<number, ReadonlyMap<string, CatalogueEvent>>();
  const questions: CatalogueEvent[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const first of eventsAt(startedAt)) {
    const { days, everyDays } = lifeOf(first);
    const sinceDays = (now - startedAt) / DAY_MS - days;
    const later = sinceDays < 0 ? 0 : Math.floor(sinceDays / everyDays) + 1;
    until = Math.min(until, startedAt + (days + later * everyDays) * DAY_MS);
    if (later === 0) continue;
    const shiftDays = later * everyDays;
    const then = worded.get(shiftDays) ?? byKey(eventsAt(startedAt + shiftDays * DAY_MS));
    worded.set(shiftDays, then);
    questions.push(editionOf(then.get(first.key) ?? first, later + 1, shiftDays));
  }
  return { questions, until };
}

interface Life {
  readonly days: number; // from the first start to the closing of the first edition
  readonly everyDays: number;
}

function lifeOf({ kalshi, polymarket, everyDays }: CatalogueEvent): Life {
  const days = kalshi?.closeInDays ?? polymarket?.endInDays ?? Number.POSITIVE_INFINITY;
  return { days, everyDays: everyDays ?? days };
}

/** @param question  as it is worded for a first start that is `shiftDays` later */
function editionOf(question: CatalogueEvent, number: number, shiftDays: number): CatalogueEvent {
  const { kalshi, polymarket } = question;
  const { days, everyDays } = lifeOf(question);
  const [opens, closes] = [days + shiftDays - everyDays, days + shiftDays];
  const [name, NAME] = [`-ed${number}`, `-ED${number}`];
  return {
    ...question,
    key: question.key + name,
    ...(kalshi === undefined
      ? {}
      : {
          kalshi: {
            ...kalshi,
            eventTicker: kalshi.eventTicker + NAME,
            ticker: kalshi.ticker + NAME,
            openInDays: opens,
            closeInDays: closes,
          },
        }),
    ...(polymarket === undefined
      ? {}
      : {
          polymarket: {
            ...polymarket,
            slug: polymarket.slug + name,
            eventSlug: polymarket.eventSlug + name,
            startInDays: opens,
            endInDays: closes,
          },
        }),
  };
}

const byKey = (questions: readonly CatalogueEvent[]): ReadonlyMap<string, CatalogueEvent> =>
  new Map(questions.map((question) => [question.key, question]));
