import { randomUUID } from 'node:crypto';
import { type Fixture, signedIn } from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';

type Json = Record<string, unknown>;

/** Returns the territory's local date in this many days. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000)
    .toLocaleString('sv-SE', { timeZone: 'America/Guatemala' })
    .slice(0, 16)
    .replace(' ', 'T');

/**
 * Posts that the river is closed for ten days, and so is the boat. `said`: changed fields of the condition. `more`:
 * further arguments.
 */
export async function post(fixture: Fixture, who: string, said: Json = {}, more: Json = {}): Promise<string> {
  const id = (more.p_id as string) ?? randomUUID();
  await call(fixture, who, 'save_condition', {
    p_id: id,
    p_territory_id: 'rio',
    p_expected_revision: null,
    p_condition: {
      subject: 'river',
      state: 'closed',
      text: 'The harbour master closed the river.',
      service_ids: [fixture.experience],
      starts_at: inDays(0),
      ends_at: inDays(10),
      ...said,
    },
    ...more,
  });
  return id;
}

export const call = (fixture: Fixture, who: string | null, name: string, args: Json = {}) =>
  rpcFor(fixture.db, who ? signedIn(who) : { role: 'anon' })(name, args);

/** Ends the delay before a change is sent, and runs the job. Returns the number of people notified. */
export async function tellNow({ db }: Fixture): Promise<number> {
  await db.sql`update public.conditions set changed_at = now() - interval '10 minutes' where told_at is null`;
  const [row] = await db.sql`select private.tell_conditions() as told`;
  return Number(row?.told);
}

/** Returns the recipients of the emails and the revision. */
export async function letters({ db }: Fixture): Promise<{ to: string; revision: number }[]> {
  const rows = await db.sql`select recipient as to, (payload ->> 'revision')::int as revision
    from private.outbox where template = 'condition' order by id`;
  return rows.map(({ to, revision }) => ({ to, revision }));
}

export const addressOf = (user: string): string => `${user}@example.test`;
