import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { InstrumentId, MarketStatus } from '#contract';
import { type EventMember, matchesEvent } from '#domain';
import type { EventPage, EventQuery } from '#ports';
import type { Row } from '#storage/shared';
import { onSnapshot } from '../database.ts';

const EVENTS_PER_PAGE = 200;
const MEMBERS_PER_PAGE = 1_000; // a page ends with the event that reaches it

/** Position of an event in the order of the list. */
interface EventKey {
  readonly venue: string;
  readonly event: string;
}

const FIRST: EventKey = { venue: '', event: '' };

/** Reads events from the instruments that name them, in the order of the index on venue and native event id. */
export class EventReader {
  readonly #database: DatabaseSync;
  readonly #next: StatementSync;
  readonly #members: StatementSync;
  readonly #keyOfInstrument: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#next = database.prepare(
      `SELECT venue, venue_event_id FROM instruments
       WHERE venue_event_id IS NOT NULL AND venue >= ? AND (venue, venue_event_id) > (?, ?)
       ORDER BY venue, venue_event_id LIMIT 1`,
    );
    this.#members = database.prepare(
      `SELECT instrument_id, title, status, venue_event_id, event_title, series FROM instruments
       WHERE venue = ? AND venue_event_id = ? ORDER BY instrument_id`,
    );
    this.#keyOfInstrument = database.prepare(
      'SELECT venue, venue_event_id FROM instruments WHERE instrument_id = ? AND venue_event_id IS NOT NULL',
    );
  }

  page(query: EventQuery): EventPage {
    return onSnapshot(this.#database, () => this.#read(query));
  }

  #read(query: EventQuery): EventPage {
    const events: (readonly InstrumentId[])[] = [];
    let key = this.#findStart(query);
    let membersRead = 0;
    for (let read = 0; key !== null; read += 1) {
      const next = this.#after(key, query.venue);
      if (next === null) return { events, next: null };
      const rows = this.#members.all(next.venue, next.event);
      if (matchesEvent(query, rows.map(toMember))) events.push(rows.map(getId));
      membersRead += rows.length;
      const last = rows[0];
      if (last !== undefined && (read + 1 === EVENTS_PER_PAGE || membersRead >= MEMBERS_PER_PAGE))
        return { events, next: getId(last) };
      key = next;
    }
    return { events, next: null };
  }

  /** The event before the first one to read; null when the instrument of the cursor no longer exists. */
  #findStart({ afterInstrumentId, venue }: EventQuery): EventKey | null {
    if (afterInstrumentId === 0) return venue === null ? FIRST : { venue, event: '' };
    const row = this.#keyOfInstrument.get(afterInstrumentId);
    return row === undefined ? null : toKey(row);
  }

  #after(key: EventKey, venue: string | null): EventKey | null {
    const row = this.#next.get(key.venue, key.venue, key.event);
    if (row === undefined) return null;
    const next = toKey(row);
    return venue === null || next.venue === venue ? next : null;
  }
}

const toKey = (row: Row): EventKey => ({
  venue: row['venue'] as string,
  event: row['venue_event_id'] as string,
});

const getId = (row: Row): InstrumentId => row['instrument_id'] as InstrumentId;

const toMember = (row: Row): EventMember => ({
  title: row['title'] as string,
  status: row['status'] as MarketStatus,
  event: {
    venueEventId: row['venue_event_id'] as string,
    title: row['event_title'] as string | null,
    series: row['series'] as string | null,
  },
});
