import { describe, expect, test } from 'vitest';
import { processOutbox } from '../../supabase/functions/_shared/email.ts';
import { handle } from '../../supabase/functions/unsubscribe/handler.ts';
import { payFor } from '../database/booking/support/checkout.ts';
import { createUsers } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { pending } from '../support/background-work.ts';

checkoutForEachTest();

const sql = () => fixture.db.sql;
const choices = async (who: string) =>
  (
    await sql()`select message, reminder_evening, tomorrow, booking_mail from public.notice_choices where user_id = ${who}`
  )[0];

/** Sends an email to a person. Returns it as the email service gets it. */
async function messageTo(who: string, other: string) {
  const { booking } = await payFor(fixture, checkout, who);
  await pending.settled();
  const sent: { to: string[]; subject: string; text: string; html: string; headers?: Record<string, string> }[] = [];
  const take = (async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return new Response('{}');
  }) as typeof fetch;
  await fixture.db.as({ role: 'authenticated', sub: other }, (tx) =>
    tx.unsafe(`select public.send_message('${booking}', 'Hola')`),
  );
  await sql()`update private.outbox set next_attempt_at = now(), state = 'queued', frozen = null where kind = 'email'`;
  await processOutbox({ ...checkout.deps, fetch: take });
  return { booking, sent };
}

const tokenOf = async (who: string, emails: string) =>
  (await sql()`select private.new_link(${`unsubscribe:${emails}`}, ${who}) as token`)[0]?.token;

const ask = (url: string, method = 'POST', body: string | null = 'List-Unsubscribe=One-Click') =>
  handle(new Request(url, { method, ...(method === 'POST' && { body }) }), checkout.deps);

test('unsubscribes from messages with one click, but not from tickets', async () => {
  const { sent } = await messageTo(user, fixture.staff);
  const message = sent.find(({ subject }) => subject.startsWith('New message'));
  const ticket = sent.find(({ subject }) => subject.startsWith('Your booking'));
  expect(ticket?.text).not.toContain('unsubscribe');
  expect(ticket?.headers).toBeUndefined();
  expect(message?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const [, url = ''] = /^<(.+)>$/.exec(message?.headers?.['List-Unsubscribe'] ?? '') ?? [];
  expect(url).toMatch(/^http:\/\/functions\.test\/unsubscribe\?emails=message&token=[0-9a-f]{64}$/);
  const token = new URL(url).searchParams.get('token');
  expect(message?.text).toContain(`Unsubscribe from these emails: http://app.test/unsubscribe?emails=message#${token}`);

  // When a scanner of emails opens the link, nothing changes. A person gets the page that asks.
  for (const method of ['GET', 'HEAD']) {
    const opened = await ask(url, method);
    expect(opened.status).toBe(303);
    expect(opened.headers.get('location')).toBe(`http://app.test/unsubscribe?emails=message#${token}`);
    // A shared computer must not keep the address with the token.
    expect(opened.headers.get('cache-control')).toBe('no-store');
  }
  expect(await choices(user)).toBeUndefined();

  for (let i = 0; i < 2; i++) {
    const pressed = await ask(url);
    expect(pressed.status).toBe(200);
    expect(await pressed.json()).toEqual({ stopped: 'message' });
  }
  expect(await choices(user)).toEqual({ message: false, reminder_evening: true, tomorrow: true, booking_mail: false });
  expect(await choices(fixture.staff)).toBeUndefined();

  // Another kind of email to the same reader has another link.
  expect(await tokenOf(user, 'tomorrow')).not.toBe(token);

  expect((await messageTo(user, fixture.staff)).sent.map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('message'),
  );
});

describe('an invalid unsubscribe link', () => {
  const refused = { code: 'unsubscribe_link_invalid', message: 'This link is no longer valid' };

  test.each([
    '',
    '?emails=message',
    `?emails=message&token=${'0'.repeat(64)}`,
    `?emails=message&token=${'x'.repeat(64)}`,
    `?token=${'0'.repeat(64)}`,
  ])('is refused with %s', async (query) => {
    const answer = await ask(`http://functions.test/unsubscribe${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual(refused);
  });

  test("is refused for emails that can't be unsubscribed", async () => {
    const [who = ''] = await createUsers(sql(), 1);
    const token = await tokenOf(who, 'message');
    for (const emails of ['booking_confirmation', 'departure_offer', 'condition', 'user_id']) {
      const answer = await ask(`http://functions.test/unsubscribe?emails=${emails}&token=${token}`);
      expect(answer.status).toBe(400);
    }
    expect(await choices(who)).toBeUndefined();
  });

  test('fails for a deleted account, even if an email was written during the deletion', async () => {
    const [who = '', other = ''] = await createUsers(sql(), 2);
    const [token, kept] = [await tokenOf(who, 'message'), await tokenOf(other, 'message')];
    await sql()`select service.erase_account(${who})`;
    const late = await tokenOf(who, 'tomorrow');
    for (const [emails, of] of [
      ['message', token],
      ['tomorrow', late],
    ]) {
      const answer = await ask(`http://functions.test/unsubscribe?emails=${emails}&token=${of}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual(refused);
    }
    expect((await ask(`http://functions.test/unsubscribe?emails=message&token=${kept}`)).status).toBe(200);
  });

  test('is refused with a token of another kind of email', async () => {
    const [who = ''] = await createUsers(sql(), 1);
    const token = await tokenOf(who, 'reminder_evening');
    const answer = await ask(`http://functions.test/unsubscribe?emails=message&token=${token}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual(refused);
    expect(await choices(who)).toBeUndefined();
  });

  test('only leads to our own page', async () => {
    const opened = await ask('http://functions.test/unsubscribe?emails=//evil.example&token=%0d%0aSet-Cookie:x', 'GET');
    expect(opened.headers.get('location')).toBe(
      'http://app.test/unsubscribe?emails=%2F%2Fevil.example#%0D%0ASet-Cookie%3Ax',
    );
    expect(opened.headers.get('set-cookie')).toBeNull();
  });
});

test.each([
  ['tomorrow', 'tomorrow'],
  ['team_bookings', 'booking_mail'],
  ['reminder_evening', 'reminder_evening'],
])('%s only unsubscribes from %s', async (emails, column) => {
  const [who = ''] = await createUsers(sql(), 1);
  await sql()`insert into public.notice_choices (user_id, booking_mail) values (${who}, true)`;
  const token = await tokenOf(who, emails);
  expect((await ask(`http://functions.test/unsubscribe?emails=${emails}&token=${token}`)).status).toBe(200);
  const stopped = Object.entries((await choices(who)) ?? {}).filter(([, wanted]) => !wanted);
  expect(stopped.map(([name]) => name)).toEqual([column]);
});

test('the reopened page shows that it is done, and a wrong token shows nothing', async () => {
  const token = await tokenOf(user, 'message');
  const stopped = async (emails = 'message', of = token) =>
    (await fixture.db.as({ role: 'anon' }, (tx) => tx`select public.letters_stopped(${of}, ${emails}) as is`))[0]?.is;
  expect(await stopped()).toBe(false);
  await ask(`http://functions.test/unsubscribe?emails=message&token=${token}`);
  expect(await stopped()).toBe(true);
  await sql()`update public.notice_choices set message = true where user_id = ${user}`;
  expect(await stopped()).toBe(false);
  expect([await stopped('tomorrow'), await stopped('message', 'a'.repeat(64))]).toEqual([null, null]);
});
