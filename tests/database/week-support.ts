import type { AccessFixture } from './access/fixture.ts';
import { identityOf, type Who } from './access/identities.ts';

export interface WeekRow {
  kind: string;
  service_id: string;
  sort_group: string;
  sort_title: string;
  departures: {
    slot_id: string | null;
    departure_id: string | null;
    service_date: string;
    start_time: string;
    capacity: number;
    held: number;
    sold: number;
    closed: boolean;
    delay_minutes: number;
    leaders: string[];
    unled: boolean;
  }[];
}

/** Returns the week of the home territory, as a person reads it. */
export const weekOf = async (fixture: AccessFixture, who: Who, monday: string, args = ''): Promise<WeekRow[]> => [
  ...(await fixture.as(identityOf(who), (sql) =>
    sql.unsafe<WeekRow[]>(`select * from public.territory_week('rio', '${monday}'${args && `, ${args}`})`),
  )),
];

/** A departure is cancelled, and its guests are still booked on it. */
export const cancelDeparture = (departure: string) => `with c as (
  insert into private.departure_cancellations (reason, undo_until) values ('weather', now()) returning id)
  update public.departures d set status = 'cancelled', cancelled_from = 'scheduled', cancellation_id = c.id from c where d.id = '${departure}'`;
