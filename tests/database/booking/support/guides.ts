import { afterEach, beforeEach } from 'vitest';
import { rpcFor } from './rpc.ts';
import { createHold, createUsers, createWorld, grantRole, holdRequest, signedIn, type World } from './world.ts';

/** An experience with two guides, the first of whom leads, and three tourists. */
export class Guides {
  world!: World;
  /** Leads when the first does not. */
  second!: string;
  tourists!: string[];

  async begin(): Promise<void> {
    this.world = await createWorld({ connections: 12, seats: 40 });
    this.tourists = await createUsers(this.world.db.sql, 3);
    this.second = await this.person(['tour_guide', 'rio']);
    await this.world.db.sql`insert into public.experience_guide_rankings (experience_id, guide_id, rank) values
      (${this.world.experience}, ${this.world.guide}, 1), (${this.world.experience}, ${this.second}, 2)`;
  }

  async person(...roles: [role: string, territory: string | null][]): Promise<string> {
    const [user = ''] = await createUsers(this.world.db.sql, 1);
    for (const [role, territory] of roles) await grantRole(this.world.db.sql, user, role, territory);
    return user;
  }

  call(user: string, name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    return rpcFor(this.world.db, signedIn(user))(name, args);
  }

  async book(user: string, changes: Record<string, unknown> = {}): Promise<string> {
    const hold = await createHold(this.world, user, holdRequest(this.world, { payment_method: 'cash', ...changes }));
    const { booking_id } = (await this.call(user, 'book_cash', { p_hold_id: hold.hold_id })) as { booking_id: string };
    return booking_id;
  }

  async departureOf(booking: string): Promise<string> {
    const [row] = await this.world.db.sql`select departure_id from public.bookings where id = ${booking}`;
    return row?.departure_id as string;
  }

  async guideOf(booking: string): Promise<string | null> {
    const [row] = await this.world.db.sql`select guide_id from public.bookings where id = ${booking}`;
    return row?.guide_id as string | null;
  }

  /** As the browser does: an upsert under the table's own policies. */
  answer(guide: string, response: string, slot = this.world.slot) {
    return this.world.db.as(
      signedIn(guide),
      (sql) => sql`insert into public.guide_timeslot_responses (guide_id, timeslot_id, response)
        values (${guide}, ${slot}, ${response}) on conflict (guide_id, timeslot_id) do update set response = excluded.response`,
    );
  }
}

/** Guides of their own for each test of the file. */
export function guidesForEachTest(): Guides {
  const guides = new Guides();
  beforeEach(() => guides.begin());
  afterEach(() => guides.world.db.drop());
  return guides;
}
