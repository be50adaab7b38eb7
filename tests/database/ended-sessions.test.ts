import { expect, it } from 'vitest';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';

// Who has signed out, or whose password was set anew, leaves a token behind that is good for an hour.

sharedFixture();

const statements = {
  'no seat is kept': `select public.create_hold(jsonb_build_object('idempotency_key', gen_random_uuid(), 'kind', 'experience',
    'experience_id', '${id.experience}', 'service_date', current_date + 7, 'booking_type', 'shared', 'num_people', 1))`,
  'nothing is booked': `select public.book_cash(gen_random_uuid())`,
  'nothing is released': `select public.release_hold(gen_random_uuid())`,
  'nothing is cancelled': `select public.cancel_booking('experience', '${id.booking}', 0)`,
  'no refund is quoted': `select public.quote_cancellation('experience', '${id.booking}')`,
};

const outcome = async (session: string, statement: string): Promise<string> => {
  const claims = { role: 'authenticated', sub: userId.tourist, session_id: session } as const;
  return fixture
    .as(claims, (sql) => sql.unsafe(statement))
    .then(
      () => 'done',
      (error: Error) => String(error),
    );
};

it.each(Object.entries(statements))('with it %s', async (_, statement) => {
  const session = '00000000-0000-4000-8000-00000000ab01';
  expect(await outcome(session, statement)).toMatch(/log in/i);
  // Control: while the session lives the same request gets further.
  await fixture.sql`insert into auth.sessions (id, user_id) values (${session}, ${userId.tourist})`;
  expect(await outcome(session, statement)).not.toMatch(/log in/i);
  await fixture.sql`delete from auth.sessions where id = ${session}`;
});
