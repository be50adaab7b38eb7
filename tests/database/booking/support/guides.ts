import { afterEach, beforeEach } from 'vitest';
import {
  createFixture,
  createHold,
  createUsers,
  type Fixture,
  grantRole,
  holdRequest,
  signedIn,
  startsIn,
} from './fixture.ts';
import { rpcFor } from './rpc.ts';
import { setStatus } from './status.ts';

/** An experience with two guides, the first of whom leads, and three tourists. */
export class Guides {
  fixture!: Fixture;
  /** Leads if the first guide doesn't. */
  second!: string;
  tourists!: string[];

  async begin(): Promise<void> {
    this.fixture = await createFixture({ seats: 40 });
    this.tourists = await createUsers(this.fixture.db.sql, 3);
    this.second = await this.person(['tour_guide', 'rio']);
    await this.fixture.db.sql`insert into public.experience_guide_rankings (experience_id, guide_id, rank) values
      (${this.fixture.experience}, ${this.fixture.guide}, 1), (${this.fixture.experience}, ${this.second}, 2)`;
  }

  async person(...roles: [role: string, territory: string | null][]): Promise<string> {
    const [user = ''] = await createUsers(this.fixture.db.sql, 1);
    for (const [role, territory] of roles) await grantRole(this.fixture.db.sql, user, role, territory);
    return user;
  }

  call(user: string, name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    return rpcFor(this.fixture.db, signedIn(user))(name, args);
  }

  /** Reads the effects of a status as staff, and sets it. */
  setStatus(booking: string, status: string, more: Record<string, unknown> = {}, who = this.fixture.staff) {
    return setStatus(this.fixture.db, who, booking, status, more);
  }

  async book(user: string, changes: Record<string, unknown> = {}): Promise<string> {
    const hold = await createHold(
      this.fixture,
      user,
      holdRequest(this.fixture, { payment_method: 'cash', ...changes }),
    );
    const { booking_id } = (await this.call(user, 'book_cash', { p_hold_id: hold.hold_id })) as { booking_id: string };
    return booking_id;
  }

  /** Creates a booking checked in from the list on its day. The booking's date is unchanged. */
  async arrive(booking: string): Promise<void> {
    const { sql } = this.fixture.db;
    const [was] = await sql`select booking_date::text as day, start_time from public.bookings where id = ${booking}`;
    await startsIn(this.fixture, booking, 0);
    await this.call(this.fixture.guide, 'check_in_listed', {
      p_booking_id: booking,
      p_action: 'checked_in',
    });
    await sql`update public.bookings set booking_date = ${was?.day}, start_time = ${was?.start_time} where id = ${booking}`;
  }

  async departureOf(booking: string): Promise<string> {
    const [row] = await this.fixture.db.sql`select departure_id from public.bookings where id = ${booking}`;
    return row?.departure_id as string;
  }

  async guideOf(booking: string): Promise<string | null> {
    const [row] = await this.fixture.db.sql`select guide_id from public.bookings where id = ${booking}`;
    return row?.guide_id as string | null;
  }

  /** Upserts under the table's own policies, like the browser. */
  answer(guide: string, response: string, slot = this.fixture.slot) {
    return this.fixture.db.as(
      signedIn(guide),
      (sql) => sql`insert into public.guide_timeslot_responses (guide_id, slot_id, response)
        values (${guide}, ${slot}, ${response}) on conflict (guide_id, slot_id) do update set response = excluded.response`,
    );
  }
}

/** Creates separate guides for each test of the file. */
export function guidesForEachTest(): Guides {
  const guides = new Guides();
  beforeEach(() => guides.begin());
  afterEach(() => guides.fixture.db.drop());
  return guides;
}
