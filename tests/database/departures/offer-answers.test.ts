import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { allowAllCash, createHold, createUsers, grantRole, holdRequest, signedIn } from '../booking/support/fixture.ts';
import {
  answer,
  call,
  cancel,
  dayAfter,
  type Json,
  offered,
  offersOf,
  passUndo,
  toDayAfter,
  tokenOf,
} from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (more: Json = {}, user = context.user) => payFor(context.fixture, context.checkout, user, more);

describe('an answer to an offer', () => {
  test('is accepted from its tourist, after the two minutes', async () => {
    await paid();
    await cancel(context.fixture, context.fixture.guide);
    const [row] = await sql()`select id from private.departure_offers`;
    await expect(answer(context.fixture, context.user, row?.id, { p_answer: 'refund' })).rejects.toMatchObject({
      code: 'offer_not_open',
    });
    await passUndo(context.fixture);
    const [other = '', otherStaff = ''] = await createUsers(sql(), 2);
    await grantRole(sql(), otherStaff, 'territory_staff', 'lago');
    for (const who of [other, otherStaff, context.fixture.guide]) {
      await expect(answer(context.fixture, who, row?.id, { p_answer: 'refund' })).rejects.toMatchObject({
        status: 404,
        code: 'offer_not_found',
      });
      expect(await offersOf(context.fixture, who)).toEqual([]);
    }
    await expect(answer(context.fixture, context.user, row?.id, { p_answer: 'maybe' })).rejects.toMatchObject({
      status: 400,
    });
    expect(await answer(context.fixture, context.user, row?.id, { p_answer: 'refund' })).toMatchObject({
      state: 'refunded',
    });
  });

  test('is accepted from anyone with the emailed link, for its booking, once, without an account', async () => {
    const { booking } = await paid();
    const [other = ''] = await createUsers(sql(), 1);
    await paid({}, other);
    await cancel(context.fixture, context.fixture.guide);
    const p_token = await tokenOf(context.fixture, booking);
    const [stored] = await sql()`select l.token_hash, l.token
      from private.links l join private.departure_offers o on o.id = l.subject_id where o.booking_id = ${booking}`;
    expect(stored?.token_hash).not.toContain(p_token);
    expect(stored?.token).toBeNull();
    await expect(call(context.fixture, null, 'departure_offer_by_link', { p_token })).rejects.toMatchObject({
      status: 404,
      code: 'offer_not_found',
    });
    await passUndo(context.fixture);
    expect(await call(context.fixture, null, 'departure_offer_by_link', { p_token })).toMatchObject({
      state: 'open',
      booking_id: booking,
    });
    for (const wrong of ['', `${p_token}0`, stored?.token_hash]) {
      await expect(
        call(context.fixture, null, 'answer_offer_by_link', { p_token: wrong, p_answer: 'refund' }),
      ).rejects.toMatchObject({ status: 404, code: 'offer_not_found' });
    }
    expect(
      await call(context.fixture, null, 'answer_offer_by_link', { p_token, ...toDayAfter(context.fixture) }),
    ).toMatchObject({
      state: 'moved',
    });
    await expect(
      call(context.fixture, null, 'answer_offer_by_link', { p_token, p_answer: 'refund' }),
    ).rejects.toMatchObject({ code: 'offer_answered' });
    expect(
      await sql()`select state, answered_how from private.departure_offers where booking_id <> ${booking}`,
    ).toEqual([{ state: 'open', answered_how: null }]);
  });

  test('is accepted from staff for a guest who called, with an entry in the audit log', async () => {
    await paid();
    const offer = await offered(context);
    await answer(context.fixture, context.fixture.staff, offer.offer_id, toDayAfter(context.fixture));
    expect(
      await sql()`select actor_id, detail ->> 'response' as response from public.audit_log where action = 'answer_departure_offer'`,
    ).toEqual([{ actor_id: context.fixture.staff, response: 'move' }]);
    expect(await sql()`select answered_how, answered_by from private.departure_offers`).toEqual([
      { answered_how: 'staff', answered_by: context.fixture.staff },
    ]);
  });

  test("is shown to the departure's team", async () => {
    await paid();
    const offer = await offered(context);
    await answer(context.fixture, context.user, offer.offer_id, { p_answer: 'refund' });
    const [departure] = await sql()`select id from public.departures where service_date = ${context.fixture.date}`;
    const answers = await context.fixture.db.as(
      signedIn(context.fixture.guide),
      (own) => own`select a from public.departure_answers(${departure?.id}) a`,
    );
    expect(answers.map((row) => row.a)).toMatchObject([
      { offer: { state: 'refunded' }, whatsapp_number: '+50255512345' },
    ]);
    for (const who of [context.user, context.fixture.shuttle]) {
      await expect(
        call(context.fixture, who, 'departure_answers', { p_departure_id: departure?.id }),
      ).rejects.toMatchObject({ status: 403 });
    }
  });
});

test('an outdated email is not sent', async () => {
  await allowAllCash(context.fixture);
  const { booking } = await paid();
  const late = await createHold(
    context.fixture,
    context.user,
    holdRequest(context.fixture, { service_date: dayAfter() }),
  );
  expect(late).toBeTruthy();
  const offer = await offered(context);
  await answer(context.fixture, context.user, offer.offer_id, { p_answer: 'refund' });
  await sql()`update private.outbox set next_attempt_at = now() where state = 'queued'`;
  const left = (await context.checkout.deps.admin('claim_outbox', { p_limit: 100 })) as {
    template: string;
    data: Json;
  }[];
  expect(left.map(({ template }) => template)).not.toContain('departure_offer');
  expect(
    await sql()`select state from private.outbox where template = 'departure_offer' and payload ->> 'booking_id' = ${booking}`,
  ).toEqual([{ state: 'discarded' }]);
});

test('sends the link and the choices by email, and deletes the link after sending', async () => {
  await paid();
  await offered(context);
  await sql()`update private.outbox set next_attempt_at = now() where template = 'departure_offer'`;
  const taken = (await context.checkout.deps.admin('claim_outbox', { p_limit: 100 })) as {
    id: string;
    template: string;
    data: Json;
  }[];
  const letter = taken.find(({ template }) => template === 'departure_offer');
  expect(letter?.data).toMatchObject({
    code: expect.stringMatching(/^[0-9a-f]{64}$/),
    offer: { state: 'open', reason: 'weather', message: 'The river is closed' },
  });
  for (const { id } of taken) await context.checkout.deps.admin('finish_outbox', { p_id: id, p_outcome: 'sent' });
  expect(await sql()`select 1 from private.outbox where payload ? 'code' or frozen is not null`).toHaveLength(0);
});
