import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutTriggers } from '../../support/without-triggers.ts';
import { bells, book, cancel, evening, post, postForEachTest, sql, tell } from './team-support.ts';

postForEachTest();

describe('the evening summary', () => {
  test('tells managers and staff what leaves, by time, in a notification and an email', async () => {
    const { manager, staff, date } = post.fixture;
    await book(2);
    await book(3);
    expect(await tell(evening(-1))).toBe(0);
    expect(await tell(evening())).toBe(2);
    expect((await bells('tomorrow')).map((row) => row.user).sort()).toEqual([manager, staff].sort());
    expect((await bells('tomorrow'))[0]).toMatchObject({
      message: '1 departure, 5 guests',
      about: `tomorrow:rio:${date}`,
    });
    const letters = (await post.claim()).filter((row) => row.template === 'tomorrow');
    expect(letters).toHaveLength(2);
    expect(letters[0]?.data).toMatchObject({
      day: date,
      territory_name: 'Río Dulce',
      empty: 1,
      departures: [
        {
          title: 'Castle & hot waterfall',
          start_time: '09:00:00',
          guests: 5,
          capacity: 8,
          unled: false,
          leaders: [expect.any(String)],
          to_collect: [{ currency_code: 'GTQ', amount: 877.5 }],
        },
      ],
    });
    expect(JSON.stringify(letters)).not.toMatch(/55555555|whatsapp|passport|hotel/i);
  });

  test('reports what is missing', async () => {
    const booking = await book(2);
    await sql()`update public.bookings set guide_id = null where id = ${booking}`;
    await tell(evening());
    expect((await bells('tomorrow'))[0]?.message).toBe('1 departure, 2 guests. 1 without a guide or driver');
  });

  test('is not sent if nothing leaves, unless a request waits for a manager', async () => {
    const booking = await book();
    await cancel(booking);
    expect(await tell(evening())).toBe(0);
    expect(await tell(evening(180))).toBe(0);
    await sql()`delete from private.tomorrow_letters`;
    await sql()`insert into public.role_requests (user_id, role, territory_id) values (${post.user}, 'tour_guide', 'rio')`;
    expect(await tell(evening())).toBe(1);
    expect(await bells('tomorrow')).toMatchObject([
      { user: post.fixture.manager, message: '1 role request to decide' },
    ]);
  });

  test('is sent once, however often jobs run and clocks jump', async () => {
    await book();
    const times = [1, 2, -600, 3, 59, 24 * 60 * 400, 30, 359];
    for (const minutes of times) await tell(evening(minutes));
    expect(await post.outbox('tomorrow')).toHaveLength(2);
    expect(await bells('tomorrow')).toHaveLength(2);
    // The worker was down all evening, so the email is late, but before midnight.
    await sql()`truncate private.tomorrow_letters`;
    await sql()`delete from private.outbox where template = 'tomorrow'`;
    expect(await tell(evening(361))).toBe(0);
    expect(await tell(evening(359))).toBe(2);
  });

  test('is discarded if the email could not be sent before the day ended', async () => {
    await book();
    await tell(evening());
    await sql()`update private.outbox set payload = jsonb_set(payload, '{day}', to_jsonb((current_date - 3)::text)) where template = 'tomorrow'`;
    expect((await post.claim()).filter((row) => row.template === 'tomorrow')).toEqual([]);
    expect((await post.outbox('tomorrow')).map((row) => row.last_error)).toEqual([
      'The day has passed',
      'The day has passed',
    ]);
  });

  test('does not affect others in a territory with an unknown zone', async () => {
    await book();
    await withoutTriggers(
      sql(),
      (tx) => tx`update public.territories set time_zone = 'Atlantis/Capital' where id = 'lago'`,
    );
    expect(await tell(evening())).toBe(2);
    expect(await sql()`select 1 from private.troubles where kind = 'tomorrow'`).toHaveLength(0);
  });

  test('notifies nobody if the worker was killed, and everyone with the next run', async () => {
    await book();
    await expect(
      sql().begin(async (tx) => {
        await tx.unsafe(`select service.queue_tomorrow_letters(${evening()})`);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await post.outbox('tomorrow')).toHaveLength(0);
    expect(await tell(evening(2))).toBe(2);
  });
});

test('every zone has one evening for each of its days, even when its clocks change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'America/Guatemala',
        'America/New_York',
        'Europe/Berlin',
        'Australia/Lord_Howe',
        'Africa/Cairo',
        'Asia/Beirut',
        'America/Santiago',
      ),
      fc.integer({ min: 0, max: 360 }),
      async (zone, offset) => {
        const rows = await sql()<{ day: string; first: string; hours: number }[]>`
          select day::text, min(local)::time::text as first, count(*)::int as hours from (
            select private.day_to_tell(${zone}, at) as day, at at time zone ${zone} as local
              from generate_series(timestamptz '2027-01-01 00:00Z' + ${offset} * interval '1 day',
                timestamptz '2027-01-01 00:00Z' + ${offset + 12} * interval '1 day', interval '30 minutes') at) x
           where day is not null group by 1 order by 1`;
        // The first and the last of the span may be cut.
        const whole = rows.slice(1, -1);
        expect(whole.length).toBeGreaterThan(8);
        for (const row of whole) expect(row.first).toMatch(/^18:(00|30)/);
        for (let n = 1; n < whole.length; n++)
          expect(Date.parse(whole[n]?.day ?? '') - Date.parse(whole[n - 1]?.day ?? '')).toBe(86_400_000);
      },
    ),
    { numRuns: 40 },
  );
});
