import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest, giveRole } from './fixture.ts';
import { id, userId } from './identities.ts';

fixtureForEachTest();
beforeEach(async () => {
  await fixture.sql`delete from private.outbox`;
});

const send = (booking: string) => `select public.send_message('${booking}', ' See you at eight ')`;

describe('conversations', () => {
  it("delivers a tourist's message to the guide: row, notification, one email", async () => {
    const sent = await fixture.ask<{ id: string }>('tourist', send(id.booking));
    expect(
      await fixture.look(
        `select message, sender_id, guide_id, territory_id from public.messages where id = '${sent.id}'`,
      ),
    ).toEqual([
      { message: 'See you at eight', sender_id: userId.tourist, guide_id: userId.guide, territory_id: 'rio' },
    ]);
    expect(await fixture.look(`select user_id, booking_id from public.notifications where type = 'message'`)).toEqual([
      { user_id: userId.guide, booking_id: id.booking },
    ]);
    expect(await fixture.look('select template, recipient from private.outbox')).toEqual([
      { template: 'message', recipient: 'guide@example.test' },
    ]);
  });

  it("never puts the tourist's check-in code into the email to the host", async () => {
    await fixture.ask('tourist', send(id.booking));
    await fixture.sql`update private.outbox set next_attempt_at = now()`;
    const claimed = await fixture.as({ role: 'service_role' }, (sql) => sql`select * from service.claim_outbox(10)`);
    expect(claimed).toHaveLength(1);
    expect(JSON.stringify(claimed)).not.toContain('a'.repeat(32));
    expect(JSON.stringify(claimed)).not.toContain('check_in_code');
  });

  it('delivers an answer to the tourist, and notifies shuttle managers about transport and staff without a guide', async () => {
    const heard = async () =>
      (await fixture.look<{ user_id: string }>(`select user_id from public.notifications where type = 'message'`))
        .map((row) => row.user_id)
        .sort();
    await fixture.ask('guide', send(id.booking));
    expect(await heard()).toEqual([userId.tourist]);
    await fixture.ask('tourist', send(id.transportBooking));
    expect(await heard()).toEqual([userId.tourist, userId.shuttle].sort());
    await fixture.sql`delete from public.notifications`;
    await fixture.sql`update public.bookings set guide_id = null where id = ${id.booking}`;
    await fixture.ask('tourist', send(id.booking));
    expect(await heard()).toEqual([userId.staff, userId.manager].sort());
  });

  it('hides the conversation from a guide who lost the booking or the role', async () => {
    const read = `select count(*)::int from public.messages where id = '${id.message}'`;
    await fixture.sql`update public.bookings set check_in_status = 'pending' where id = ${id.booking}`;
    expect(await fixture.ask('guide', read)).toBe(1);
    await giveRole(fixture.sql, userId.driver, 'tour_guide', 'rio');
    await fixture.sql`update public.experiences set guide_id = ${userId.driver} where id = ${id.experience}`;
    expect(await fixture.ask('guide', read)).toBe(0);
    expect(await fixture.ask('driver', read)).toBe(1);
  });

  it('refuses blank or invisible messages, and more than sixty in a minute', async () => {
    const write = (text: string) => fixture.refusal('guide', `select public.send_message('${id.booking}', '${text}')`);
    for (const nothing of [' ', '\n\t', '\u200b\u2060', '\u3164\ufeff'])
      expect(await write(nothing)).toMatchObject({ message: 'Please enter a message' });
    for (const text of ['👍', '李', 'می\u200cخواهم']) expect(await write(text)).toBeUndefined();
    const post = (text: string) =>
      fixture.refusal(
        'tourist',
        `insert into public.territory_messages (territory_id, message) values ('rio', '${text}')`,
      );
    expect(await post('\u200b \n')).toMatchObject({ code: '23514' });
    expect(await post('👍')).toBeUndefined();
    await fixture.sql`insert into public.messages (booking_id, sender_id, message) select ${id.booking}, ${userId.guide}, 'x' from generate_series(1, 60)`;
    expect(await fixture.refusal('guide', send(id.booking))).toMatchObject({ status: 429 });
  });
});

describe('reviews', () => {
  const review = (booking: string, rating: number) => `select public.create_review('${booking}', ${rating}, 'Fine')`;
  const paid = (booking: string) =>
    fixture.sql`with o as (insert into private.orders (currency_code) values ('GTQ') returning id),
      p as (insert into private.payments (order_id, method, currency, status) select id, 'cash', 'gtq', 'succeeded' from o returning id)
      insert into private.payment_lines (payment_id, booking_id, amount_minor, captured_minor) select id, ${booking}, 10000, 10000 from p`;
  const rating = () =>
    fixture.look(`select rating_average, rating_count from public.experiences where id = '${id.experience}'`);

  it('accepts one review per booking, by the tourist, after check-in', async () => {
    await fixture.sql`delete from public.reviews`;
    await fixture.sql`update public.bookings set check_in_status = 'pending' where id = ${id.booking}`;
    expect(await fixture.refusal('tourist', review(id.booking, 5))).toMatchObject({
      status: 409,
      code: 'not_checked_in',
    });
    await fixture.sql`update public.bookings set check_in_status = 'checked_in' where id = ${id.booking}`;
    expect(await fixture.refusal('otherTourist', review(id.booking, 5))).toMatchObject({ status: 404 });
    expect(await fixture.refusal('tourist', review(id.booking, 6))).toMatchObject({ code: 'trip_not_paid' });
    await paid(id.booking);
    expect(await fixture.refusal('tourist', review(id.booking, 6))).toMatchObject({ status: 400 });
    await fixture.ask('tourist', review(id.booking, 4));
    expect(await fixture.refusal('tourist', review(id.booking, 4))).toMatchObject({
      status: 409,
      code: 'already_reviewed',
    });
  });

  it('only accepts photos that the author has uploaded', async () => {
    await fixture.sql`delete from public.reviews`;
    await paid(id.booking);
    const foreign = `/storage/v1/object/public/media/user-submissions/${userId.guide}/x.webp`;
    expect(
      await fixture.refusal('tourist', `select public.create_review('${id.booking}', 5, null, array['${foreign}'])`),
    ).toMatchObject({ status: 400 });
  });

  it('updates average and count when reviews are added, hidden, shown and deleted', async () => {
    expect(await rating()).toEqual([{ rating_average: '5.00', rating_count: 1 }]);
    await fixture.sql`insert into public.bookings (id, kind, departure_id, service_id, slot_id, territory_id, tourist_id, booking_date, num_people, seats, booking_type,
        unit_price, total_price, currency_code, payment_method, check_in_status, whatsapp_number, country, waiver_version, waiver_accepted_at)
      select ${'00000000-0000-4000-8000-0000000000bb'}, kind, departure_id, service_id, slot_id, territory_id, ${userId.otherTourist}, booking_date, 1, 1, booking_type,
        unit_price, total_price, currency_code, payment_method, 'checked_in', whatsapp_number, country, waiver_version, waiver_accepted_at
      from public.bookings where id = ${id.booking}`;
    await paid('00000000-0000-4000-8000-0000000000bb');
    await fixture.ask('otherTourist', review('00000000-0000-4000-8000-0000000000bb', 2));
    expect(await rating()).toEqual([{ rating_average: '3.50', rating_count: 2 }]);
    await fixture.ask('staff', `select public.hide_review('${id.review}')`);
    expect(await rating()).toEqual([{ rating_average: '2.00', rating_count: 1 }]);
    await fixture.ask('staff', `select public.hide_review('${id.review}', false)`);
    await fixture.sql`delete from public.reviews where author_id = ${userId.otherTourist}`;
    expect(await rating()).toEqual([{ rating_average: '5.00', rating_count: 1 }]);
  });

  it('notifies staff once of a reported review', async () => {
    for (const who of ['guide2', 'otherTourist'] as const)
      await fixture.ask(who, `select public.report_review('${id.review}')`);
    expect(
      await fixture.look(`select count(*)::int as n from public.notifications where type = 'reported_review'`),
    ).toEqual([{ n: 2 }]);
  });
});
