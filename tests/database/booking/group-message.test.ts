import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { guidesForEachTest } from './support/guides.ts';

const guides = guidesForEachTest();

describe('a message to a departure', () => {
  const send = (user: string, departure: string, message: string, key: string = randomUUID()) =>
    guides.call(user, 'send_group_message', {
      p_departure_id: departure,
      p_message: message,
      p_idempotency_key: key,
    }) as Promise<{ sent: number }>;
  const written = () =>
    guides.fixture.db.sql`select booking_id, sender_id, message from public.messages order by booking_id`;

  test("can't change the direction of the text next to it", async () => {
    const booking = await guides.book(guides.tourists[0] ?? '');
    const departure = await guides.departureOf(booking);
    await expect(send(guides.fixture.guide, departure, 'Ten\u202e')).rejects.toMatchObject({ code: 'line_not_plain' });
    expect(await written()).toEqual([]);
  });

  test('reaches every active booking once, with a notification and an email, however often it is sent', async () => {
    const [first = '', other = '', third = ''] = guides.tourists;
    const booking = await guides.book(first);
    await guides.book(other);
    const cancelled = await guides.book(third);
    await guides.setStatus(cancelled, 'cancelled');
    const departure = await guides.departureOf(booking);
    const key = randomUUID();
    const answers = await Promise.all([
      send(guides.fixture.guide, departure, ' The boat leaves at ten ', key),
      send(guides.fixture.guide, departure, ' The boat leaves at ten ', key),
    ]);
    expect([...answers, await send(guides.fixture.guide, departure, 'The boat leaves at ten', key)]).toEqual([
      { sent: 2 },
      { sent: 2 },
      { sent: 2 },
    ]);
    const rows = await written();
    expect(rows).toHaveLength(2);
    // Hosts read it in one row, with its size.
    expect(
      await guides.fixture.db.sql`select group_size from public.messages where to_group and group_size is not null`,
    ).toEqual([{ group_size: 2 }]);
    expect(
      rows.every((row) => row.message === 'The boat leaves at ten' && row.sender_id === guides.fixture.guide),
    ).toBe(true);
    const heard = said(
      await guides.fixture.db.sql<{ user_id: string; wording: string; params: object }[]>`
        select user_id, wording, params from public.notifications where type = 'message'`,
    );
    expect(new Set(heard.map(({ title }) => title)).size).toBe(1);
    expect(heard[0]?.title).toMatch(/^.+, .+$/);
    expect(heard.map(({ user_id }) => user_id).sort()).toEqual([first, other].sort());
    const mails = await guides.fixture.db
      .sql`select recipient, payload -> 'conversation' ->> 'booking_id' as booking from private.outbox
      where template = 'message' and kind = 'email'`;
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [`${first}@example.test`, `${other}@example.test`].sort(),
    );
    await expect(send(guides.fixture.guide, departure, 'Other words', key)).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
  });

  test('requires a host of the departure, and words', async () => {
    const booking = await guides.book(guides.tourists[0] ?? '');
    const departure = await guides.departureOf(booking);
    await expect(send(guides.fixture.guide, departure, '  ')).rejects.toMatchObject({
      status: 400,
      message: 'Please enter a message',
    });
    await expect(send(guides.fixture.guide, departure, 'x'.repeat(4001))).rejects.toMatchObject({
      code: 'message_too_long',
    });
    for (const who of [guides.second, guides.fixture.shuttle, guides.tourists[0] ?? '', guides.tourists[1] ?? '']) {
      await expect(send(who, departure, 'Hello')).rejects.toMatchObject({ status: 404, code: 'group_not_found' });
    }
    expect(await written()).toHaveLength(0);
    expect(await send(guides.fixture.staff, departure, 'Hello')).toEqual({ sent: 1 });
    await guides.answer(guides.fixture.guide, 'declined');
    await expect(send(guides.fixture.guide, departure, 'Hello')).rejects.toMatchObject({ code: 'group_not_found' });
    expect(await send(guides.second, departure, 'Hello')).toEqual({ sent: 1 });
  });

  test('leaves room for an answer to one guest, and has its own limit', async () => {
    const booking = await guides.book(guides.tourists[0] ?? '');
    const departure = await guides.departureOf(booking);
    for (let n = 0; n < 10; n += 1) await send(guides.fixture.guide, departure, `Note ${n}`);
    await expect(send(guides.fixture.guide, departure, 'One too many')).rejects.toMatchObject({ status: 429 });
    await expect(
      guides.call(guides.fixture.guide, 'send_message', {
        p_booking_id: booking,
        p_message: 'Just you',
      }),
    ).resolves.toMatchObject({ id: expect.any(String) });
  });
});
