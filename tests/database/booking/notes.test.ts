import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accept, invite } from '../transfers/support.ts';
import { payFor } from './support/checkout.ts';
import { contextForEachTest } from './support/context.ts';
import { createUsers, grantRole, signedIn } from './support/fixture.ts';
import { rpcFor } from './support/rpc.ts';

const context = contextForEachTest({ seats: 12 });
const call = (who: string, name: string, args: Record<string, unknown>) =>
  rpcFor(context.fixture.db, signedIn(who))(name, args) as Promise<Record<string, unknown>>;

const book = async (who = context.user) => (await payFor(context.fixture, context.checkout, who)).booking;
const add = (who: string, booking: string, text: string, more: Record<string, unknown> = {}) =>
  call(who, 'add_booking_note', { p_booking_id: booking, p_note_id: randomUUID(), p_text: text, ...more });
const tag = (booking: string, name: string, on = true, who = context.fixture.staff) =>
  call(who, 'set_booking_tag', { p_booking_id: booking, p_tag: name, p_on: on });
const seenBy = async (who: string, booking: string) => {
  const { notes, tags } = await call(who, 'territory_booking', { p_booking_id: booking });
  return { notes: notes as { id: string; text: string; author: string; may_delete: boolean }[], tags };
};
const textsFor = async (who: string, booking: string) => (await seenBy(who, booking)).notes.map(({ text }) => text);

async function newManager() {
  const [manager = ''] = await createUsers(context.fixture.db.sql, 1);
  await grantRole(context.fixture.db.sql, manager, 'territory_manager', 'rio');
  return manager;
}

describe('notes', () => {
  test('are read by the territory’s team, newest first, with their author', async () => {
    const booking = await book();
    await add(context.fixture.staff, booking, ' Arrives late ');
    await add(context.fixture.staff, booking, 'Called again');
    expect(await textsFor(await newManager(), booking)).toEqual(['Called again', 'Arrives late']);
  });

  test('are added once, however often the request is sent', async () => {
    const booking = await book();
    const other = await book((await createUsers(context.fixture.db.sql, 1))[0]);
    const request = { p_note_id: randomUUID() };
    await Promise.all([1, 2, 3].map(() => add(context.fixture.staff, booking, 'Arrives late', request)));
    expect(await textsFor(context.fixture.staff, booking)).toEqual(['Arrives late']);
    await expect(add(context.fixture.staff, other, 'Arrives late', request)).rejects.toMatchObject({ status: 400 });
  });

  test('about the guest are shown with the guest’s other bookings, and no one else’s', async () => {
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    const [first, second, others] = [await book(), await book(), await book(other)];
    await add(context.fixture.staff, first, 'Needs a hand on board', { p_about_guest: true });
    await add(context.fixture.staff, first, 'Arrives late');
    expect(await textsFor(context.fixture.staff, second)).toEqual(['Needs a hand on board']);
    expect(await textsFor(context.fixture.staff, others)).toEqual([]);
  });

  test('are hidden with the tags from a guest who works for the territory', async () => {
    const booking = await book();
    await add(context.fixture.staff, booking, 'Complains often');
    await tag(booking, 'Difficult');
    await grantRole(context.fixture.db.sql, context.user, 'territory_manager', 'rio');
    expect(await seenBy(context.user, booking)).toEqual({ notes: [], tags: [] });
    await expect(add(context.user, booking, 'Is nice')).rejects.toMatchObject({ code: 'own_booking' });
    const [note] = (await seenBy(context.fixture.staff, booking)).notes;
    await expect(call(context.user, 'delete_booking_note', { p_note_id: note?.id })).rejects.toMatchObject({
      code: 'note_not_found',
    });
  });

  test('are deleted by their author and by managers, not by other staff', async () => {
    const booking = await book();
    const manager = await newManager();
    await add(context.fixture.staff, booking, 'By staff');
    await add(manager, booking, 'By a manager');
    const [byManager, byStaff] = (await seenBy(context.fixture.staff, booking)).notes;
    expect([byManager?.may_delete, byStaff?.may_delete]).toEqual([false, true]);
    const remove = (who: string, id: string | undefined) => call(who, 'delete_booking_note', { p_note_id: id });
    await expect(remove(context.fixture.staff, byManager?.id)).rejects.toMatchObject({ code: 'forbidden' });
    await remove(manager, byStaff?.id);
    await expect(remove(manager, byStaff?.id)).rejects.toMatchObject({ status: 404, code: 'note_not_found' });
    expect(await textsFor(manager, booking)).toEqual(['By a manager']);
  });

  test.each([
    ['is empty', '  ', 'invalid_input'],
    ['is too long', 'x'.repeat(1001), 'invalid_input'],
    ['reverses the following text', 'Paid \u202e', 'line_not_plain'],
  ])('are refused if the text %s', async (_, text, code) => {
    await expect(add(context.fixture.staff, await book(), text)).rejects.toMatchObject({ status: 400, code });
  });

  test('end at fifty per booking', async () => {
    const booking = await book();
    await context.fixture.db.sql`insert into private.booking_notes (id, booking_id, territory_id, text)
      select gen_random_uuid(), ${booking}, 'rio', n::text from generate_series(1, 49) n`;
    await add(context.fixture.staff, booking, 'The fiftieth');
    await expect(add(context.fixture.staff, booking, 'One more')).rejects.toMatchObject({ code: 'too_many_notes' });
  });

  test('are deleted with the tags and the guest’s account', async () => {
    const { sql } = context.fixture.db;
    const [payer = ''] = await createUsers(sql, 1);
    await sql`update public.profiles set full_name = 'Greta Lindqvist' where id = ${payer}`;
    const [own, passedOn] = [await book(payer), await book(payer)];
    await accept(context.fixture, context.user, await invite(context.fixture, payer, passedOn, context.user));
    for (const booking of [own, passedOn]) await add(context.fixture.staff, booking, 'Greta Lindqvist called');
    await add(context.fixture.staff, own, 'Vegetarian', { p_about_guest: true });
    await tag(own, 'VIP');
    await sql`select private.erase_person(${payer})`;
    expect(await sql`select booking_id, text from private.booking_notes`).toEqual([
      { booking_id: passedOn, text: '[removed] called' },
    ]);
    expect(await sql`select from private.booking_tags`).toHaveLength(0);
  });
});

describe('tags', () => {
  test('are set once in any case of letters, and removed', async () => {
    const booking = await book();
    await tag(booking, ' VIP ');
    await tag(booking, 'Birthday  party');
    await Promise.all([tag(booking, 'vip'), tag(booking, 'Vip')]);
    expect(await tag(booking, 'birthday party')).toEqual(['Birthday party', 'VIP']);
    expect(await tag(booking, 'vip', false)).toEqual(['Birthday party']);
    expect(await tag(booking, 'vip', false)).toEqual(['Birthday party']);
  });

  test('are at most six of 24 characters', async () => {
    const booking = await book();
    for (const n of [1, 2, 3, 4, 5, 6]) await tag(booking, `Tag ${n}`);
    await expect(tag(booking, 'Tag 7')).rejects.toMatchObject({ code: 'too_many_tags' });
    await tag(booking, 'tag 6');
    for (const wrong of ['', 'x'.repeat(25)])
      await expect(tag(booking, wrong)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('are suggested by how often they are used', async () => {
    const [other = ''] = await createUsers(context.fixture.db.sql, 1);
    const [one, two] = [await book(), await book(other)];
    await tag(one, 'Birthday');
    for (const booking of [one, two]) await tag(booking, 'VIP');
    const args = { p_territory_id: 'rio' };
    expect(await call(context.fixture.staff, 'suggested_booking_tags', args)).toEqual(['VIP', 'Birthday']);
    // Nobody learns the tags of their own booking, even as staff.
    await grantRole(context.fixture.db.sql, context.user, 'territory_staff', 'rio');
    expect(await call(context.user, 'suggested_booking_tags', args)).toEqual(['VIP']);
  });
});

describe('notes and tags', () => {
  /** Returns the tags and notes in someone's passenger list. */
  const listedFor = async (who: string) => {
    const args = { p_slot_id: context.fixture.slot, p_date: context.fixture.date };
    const guests = await call(who, 'departure_passengers', args);
    return (guests as unknown as { tags: string[]; notes: string[] }[]).map(({ tags, notes }) => ({ tags, notes }));
  };

  test('are listed for the guide of the departure, and for no other guide', async () => {
    const { sql } = context.fixture.db;
    const booking = await book();
    await tag(booking, 'VIP');
    await add(context.fixture.staff, booking, 'Needs a hand on board', { p_about_guest: true });
    await add(context.fixture.staff, booking, 'Arrives late');
    expect(await listedFor(context.fixture.guide)).toEqual([
      { tags: ['VIP'], notes: ['Arrives late', 'Needs a hand on board'] },
    ]);
    const [colleague = '', stranger = ''] = await createUsers(sql, 2);
    await grantRole(sql, colleague, 'tour_guide', 'rio');
    expect(await listedFor(colleague)).toEqual([]);
    for (const who of [stranger, context.user])
      await expect(listedFor(who)).rejects.toMatchObject({ code: 'departure_not_found' });
    // A guide who is the guest doesn't read what the team writes about them.
    await grantRole(sql, context.user, 'tour_guide', 'rio');
    await sql`update public.bookings set guide_id = ${context.user} where id = ${booking}`;
    expect(await listedFor(context.user)).toEqual([{ tags: [], notes: [] }]);
  });

  test('appear at once on the team’s screens, without a sign of them to the guest', async () => {
    const { sql } = context.fixture.db;
    const booking = await book();
    const announced = async () => {
      const rows = await sql`delete from realtime.messages returning topic, event`;
      return rows.map(({ topic, event }) => `${topic} ${event}`);
    };
    await announced();
    await add(context.fixture.staff, booking, 'Arrives late');
    expect(await announced()).toEqual(['territory:rio booking']);
    await tag(booking, 'VIP');
    expect(await announced()).toEqual(['territory:rio booking']);
    await tag(booking, 'vip');
    expect(await announced()).toEqual([]);
    const [note] = (await seenBy(context.fixture.staff, booking)).notes;
    await call(context.fixture.staff, 'delete_booking_note', { p_note_id: note?.id });
    expect(await announced()).toEqual(['territory:rio booking']);
  });
});
