import type postgres from 'postgres';
import { signedIn } from '../booking/support/fixture.ts';
import type { World } from './world.ts';

/** The numbers choose among the existing rows. `fitting`: a person with permission does it. */
export type Choice = { who: number; which: number; other: number; fitting: boolean };

export type Json = Record<string, unknown>;
export type BookingRow = {
  kind: 'experience' | 'transport';
  id: string;
  guest: string;
  territory: string;
  departure_id: string;
};

export const at = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
export const TERRITORIES = ['rio', 'lago'] as const;

/** A step in progress: its person, and their database connection. */
export class Turn {
  constructor(
    readonly world: World,
    readonly step: Choice,
  ) {}

  get sql(): postgres.Sql {
    return this.world.fixture.db.sql;
  }

  /** Whether there was anything to act on. */
  tried = false;

  person(n: number): string {
    return at(Object.values(this.world.people), n) ?? '';
  }

  /** Returns the person who tries. `fitting` lists those with permission. */
  actor(...fitting: (string | undefined)[]): string {
    this.tried = true;
    const names = fitting.filter((name) => name !== undefined);
    if (this.step.fitting && names.length > 0) {
      const name = at(names, this.step.who) ?? '';
      return this.world.people[name] ?? name;
    }
    return this.person(this.step.who);
  }

  /** Returns the managers and staff of the territory. */
  office(territory: string): string[] {
    return territory === 'rio' ? ['staff', 'manager'] : ['staff2', 'manager2'];
  }

  manager(territory: string): string {
    return territory === 'rio' ? 'manager' : 'manager2';
  }

  call(who: string, name: string, args: Json): Promise<Json> {
    this.tried = true;
    const names = Object.keys(args);
    return this.world.fixture.db.as(signedIn(who), async (sql) => {
      const [row] = await sql.unsafe(
        `select public.${name}(${names.map((key, n) => `${key} => $${n + 1}`).join(', ')}) as answer`,
        names.map((key) => args[key]) as never[],
      );
      return (row?.answer ?? {}) as Json;
    });
  }

  run(who: string, statement: string): Promise<unknown> {
    return this.world.fixture.db.as(signedIn(who), (sql) => sql.unsafe(statement));
  }

  async booking(): Promise<BookingRow | undefined> {
    const rows = await this.sql<BookingRow[]>`
      select kind, id, tourist_id as guest, territory_id as territory, departure_id, created_at from public.bookings order by created_at`;
    return at(rows, this.step.which);
  }

  /** Returns a unique amount. */
  amount(): number {
    this.world.amounts += 1;
    return Number((1000 + this.world.amounts * 17.37).toFixed(2));
  }
}

export async function onBooking(
  turn: Turn,
  name: string,
  fitting: (b: BookingRow) => string[],
  more: Json,
): Promise<void> {
  const b = await turn.booking();
  if (b) await turn.call(turn.actor(...fitting(b)), name, { p_booking_id: b.id, ...more });
}

export const guestOf = (b: BookingRow) => [b.guest];
export const hostsOf = (b: BookingRow) =>
  b.territory === 'lago'
    ? ['guide2', 'staff2', 'manager2']
    : [b.kind === 'transport' ? 'shuttle' : 'guide', 'staff', 'manager'];
