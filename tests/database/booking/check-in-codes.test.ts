import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Answer, booking, checkInForEachTest, code, look, person, scan } from './support/check-in.ts';
import { createCheckout, payFor } from './support/checkout.ts';
import { createUsers, signedIn, startsIn } from './support/fixture.ts';
import { checkout, fixture, user as tourist } from './support/for-each-test.ts';
import { rpcFor } from './support/rpc.ts';

checkInForEachTest();

describe('the check-in code', () => {
  test('gets "not found" for an unknown id and counts as a wrong code', async () => {
    const missing = () => look(fixture.staff, randomUUID());
    expect(await missing()).toMatchObject({ code: 'PT404', hint: 'booking_not_found' });
    for (let i = 1; i < 30; i++) await missing();
    expect(await missing()).toMatchObject({ hint: 'too_many_attempts' });
  });

  test('gets the same response if it is wrong or of another territory', async () => {
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    const foreign = await payFor(fixture, createCheckout(fixture), other);
    const stranger = await person(['tour_guide', 'lago']);
    const answers = [
      await look(stranger, booking, 'f'.repeat(32)),
      await look(stranger, foreign.booking, code),
      await look(stranger, booking, null),
    ];
    for (const answer of answers) {
      expect(answer).toEqual({
        code: 'PT404',
        hint: 'invalid_check_in_code',
        message: 'Invalid check-in code',
        details: null,
      });
    }
    expect(JSON.stringify(await look(stranger))).not.toContain('Castle');
  });

  test("can't be guessed by a stranger, while the people of the booking are not limited", async () => {
    const guessers = await Promise.all(Array.from({ length: 3 }, () => person(['tour_guide', 'lago'])));
    const hints: (string | undefined)[] = [];
    for (let i = 0; i < 24; i++)
      hints.push((await look(guessers[i % 3] as string, booking, `${i}`.padStart(32, '0'))).hint);
    expect(hints.slice(0, 20).every((hint) => hint === 'invalid_check_in_code')).toBe(true);
    expect(hints.slice(20).every((hint) => hint === 'too_many_attempts')).toBe(true);
    expect(await scan(fixture.guide)).toMatchObject({ check_in_status: 'checked_in' });
  });

  test("isn't found by a thousand guesses, of which all but the first few are not even checked", async () => {
    const thief = await person(['territory_staff', 'rio']);
    // Runs in one statement, because the network isn't tested.
    const [answers] = await fixture.db.as(
      signedIn(thief),
      (sql) => sql`
        select count(*) filter (where answer ? 'kind')::int as hits,
               count(*) filter (where answer ->> 'hint' = 'too_many_attempts')::int as stopped
        from generate_series(1, 1000) n cross join lateral public.get_check_in(${booking}, md5(n::text)) answer`,
    );
    expect(answers).toEqual({ hits: 0, stopped: 1_000 - 30 });
    const [noted] = await fixture.db.sql`select count(*)::int as attempts from private.check_in_attempts`;
    expect(noted?.attempts).toBe(30);
    // A blocked person is refused even with the right code. The control shows that it works without the limit.
    expect(await look(thief)).toMatchObject({ hint: 'too_many_attempts' });
    await fixture.db.sql`delete from private.check_in_attempts`;
    expect(await look(thief)).toMatchObject({ title: 'Castle & hot waterfall' });
  });

  test('has a limit per person over all bookings too, which ends after a while', async () => {
    for (let i = 0; i < 30; i++) await look(fixture.staff, randomUUID(), 'x');
    expect(await look(fixture.staff)).toMatchObject({ code: 'PT429', hint: 'too_many_attempts' });
    await fixture.db.sql`update private.check_in_attempts set at = now() - interval '16 minutes'`;
    expect(await look(fixture.staff)).toMatchObject({ check_in_status: 'pending' });
  });
});

describe('a spoken code', () => {
  const find = (user: string, given: string | null) =>
    rpcFor(fixture.db, signedIn(user))('find_check_in', { p_code: given }) as Promise<Answer & { booking_id?: string }>;

  test('finds its booking in any format, and the ticket shows whose it is', async () => {
    const spoken = code.toUpperCase().replace(/.{8}/g, '$& ');
    expect(await find(fixture.guide, spoken)).toEqual({ booking_id: booking });
    const stranger = await person(['tour_guide', 'lago']);
    expect(await find(stranger, code)).toEqual({ booking_id: booking });
    expect(await look(stranger)).toMatchObject({ hint: 'check_in_not_assigned' });
    for (const none of ['', null, 'f'.repeat(32), code.slice(1)])
      expect(await find(fixture.guide, none)).toMatchObject({ code: 'PT404', hint: 'invalid_check_in_code' });
    await expect(find(tourist, code)).rejects.toMatchObject({ status: 403, code: 'check_in_forbidden' });
  });

  test('can be shortened to its first eight digits by people who work with the booking', async () => {
    const spoken = code.slice(0, 8);
    expect(await find(fixture.guide, `${spoken.slice(0, 4)} ${spoken.slice(4)}`.toUpperCase())).toEqual({
      booking_id: booking,
    });
    expect(await look(fixture.guide, booking, spoken)).toMatchObject({ check_in_status: 'pending', num_people: 3 });
    const colleague = await person(['tour_guide', 'rio']);
    expect(await look(colleague, booking, spoken)).toMatchObject({ hint: 'check_in_not_assigned' });
    for (const wrong of [code.slice(0, 7), code.slice(0, 9), code.slice(1, 9), code.slice(24)])
      expect(await look(fixture.guide, booking, wrong)).toMatchObject({ hint: 'invalid_check_in_code' });
    const stranger = await person(['tour_guide', 'lago'], ['territory_staff', 'lago']);
    expect(await find(stranger, spoken)).toMatchObject({ hint: 'invalid_check_in_code' });
    expect(await look(stranger, booking, spoken)).toMatchObject({ hint: 'invalid_check_in_code' });
    expect(await scan(stranger, 'checked_in', booking, spoken)).toMatchObject({ hint: 'invalid_check_in_code' });
    expect(await scan(fixture.guide, 'checked_in', booking, spoken)).toMatchObject({ check_in_status: 'checked_in' });
  });

  test('finds the current one of two bookings with the same beginning', async () => {
    const later = await payFor(fixture, checkout, await person(), { num_people: 1 });
    const ended = await payFor(fixture, checkout, await person(), { num_people: 1 });
    await startsIn(fixture, later.booking, 30);
    await fixture.db.sql`update public.bookings set status = 'cancelled' where id = ${ended.booking}`;
    await fixture.db.sql`update public.booking_codes set code = '01234567' || substr(code, 9)`;
    expect(await find(fixture.guide, '0123 4567')).toEqual({ booking_id: booking });
  });

  test('checks access only for that booking, however many there are', async () => {
    for (let i = 0; i < 3; i++) await payFor(fixture, checkout, await person(), { num_people: 1 });
    const calls = await fixture.db.sql.begin(async (sql) => {
      await sql`set local track_functions = 'all'`;
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: fixture.guide })}, true)`;
      await sql`select public.find_check_in(${code.slice(0, 8)})`;
      return await sql`select calls::int from pg_stat_xact_user_functions where funcname = 'is_in_reach'`;
    });
    expect(calls).toEqual([{ calls: 1 }]);
  });

  test("can't be guessed, and wrong guesses don't use up other people's attempts", async () => {
    const thief = await person(['territory_staff', 'rio']);
    const [answers] = await fixture.db.as(
      signedIn(thief),
      (sql) => sql`
        select count(*) filter (where answer ? 'booking_id')::int as hits,
               count(*) filter (where answer ->> 'hint' = 'too_many_attempts')::int as stopped
        from generate_series(1, 1000) n cross join lateral public.find_check_in(md5(n::text)) answer`,
    );
    expect(answers).toEqual({ hits: 0, stopped: 1000 - 30 });
    expect(await find(thief, code)).toMatchObject({ hint: 'too_many_attempts' });
    expect(await find(fixture.guide, code)).toEqual({ booking_id: booking });
  });
});

test('does not count a request that only reads as a wrong code', async () => {
  const spoken = code.slice(0, 8);
  for (const given of [spoken, code, 'ffffffff'])
    for (const ask of [`find_check_in('${given}')`, `get_check_in('${booking}', '${given}')`])
      await expect(
        fixture.db.as(signedIn(fixture.guide), async (sql) => {
          await sql`set transaction read only`;
          return sql.unsafe(`select public.${ask}`);
        }),
      ).rejects.toMatchObject({ code: '25006' });
  expect(await look(fixture.guide, booking, spoken)).toMatchObject({ check_in_status: 'pending' });
});

test('checks thirty of forty simultaneous wrong codes', async () => {
  const thief = await person(['tour_guide', 'rio']);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => look(thief, randomUUID(), `${n}`)));
  expect(answers.filter((answer) => answer.hint === 'too_many_attempts')).toHaveLength(10);
});
