import { describe, expect, test } from 'vitest';
import { handle, teamAddress } from '../../supabase/functions/send-contact-email/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { createUsers } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { pending } from '../support/background-work.ts';

const TEAM = 'team@territorio.test';
checkoutForEachTest();

async function write(body: unknown, token: string | undefined = user) {
  const response = await handle(post(body, token), checkout.deps, TEAM);
  const answer: unknown = await response.json();
  await pending.settled();
  return { status: response.status, answer };
}

const letter = { name: 'Ana', subject: 'Boats', message: 'When does the first boat leave?' };

describe('send-contact-email', () => {
  test('stores the message and sends it to the team, with the address of the account to answer to', async () => {
    const sent = await write({ ...letter, email: 'somebody.else@example.test' });
    expect(sent).toEqual({ status: 200, answer: { error: null } });
    const [own] = await fixture.db.sql<{ email: string }[]>`select email from public.profiles where id = ${user}`;
    const rows = await fixture.db.sql`select user_id, name, email, subject, message from public.contact_messages`;
    expect(rows).toEqual([{ user_id: user, email: own?.email, ...letter }]);
    expect(checkout.mails).toHaveLength(1);
    expect(checkout.mails[0]).toMatchObject({ to: [TEAM], reply_to: own?.email, subject: 'Contact: Boats' });
    expect(checkout.mails[0]?.text).toContain(letter.message);
  });

  test('shows what was written, and executes none of it', async () => {
    await write({ name: 'Ana', subject: null, message: '<script>alert(1)</script>' });
    expect(checkout.mails[0]?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(checkout.mails[0]?.html).not.toContain('<script>');
    expect(checkout.mails[0]?.text).toContain('From: Ana\nEmail: ');
  });

  test('refuses a name that adds a line to the email', async () => {
    const refused = await write({ ...letter, name: 'A\r\nBcc: x@example.test' });
    expect(refused).toMatchObject({ status: 400, answer: { code: 'name_not_plain' } });
    expect(checkout.mails).toEqual([]);
  });

  test('sends the message later, once, if the email service is down', async () => {
    checkout.mailAnswers.push(503);
    expect((await write(letter)).status).toBe(200);
    expect(checkout.mails).toHaveLength(0);
    const [row] = await fixture.db.sql`select state, attempts from private.outbox where template = 'contact_message'`;
    expect(row).toEqual({ state: 'queued', attempts: 1 });
  });

  test('refuses visitors, missing fields and a fourth message in a minute', async () => {
    expect(await write(letter, 'nobody')).toMatchObject({ status: 401, answer: { code: 'not_signed_in' } });
    expect(await write({ ...letter, message: '  ' })).toMatchObject({
      status: 400,
      answer: { message: 'Please fill in all required fields' },
    });
    const another = (n: number) => write({ ...letter, message: `Question ${n}` });
    for (let n = 0; n < 3; n += 1) expect((await another(n)).status).toBe(200);
    expect(await another(3)).toMatchObject({ status: 429, answer: { code: 'rate_limited' } });
    expect(checkout.mails).toHaveLength(3);
  });

  test("keeps a flood out of the team's mailbox, and further messages only wait in the queue", async () => {
    await fixture.db.sql`update private.limits set value = 2 where name = 'contact.letters_hour'`;
    const people = await createUsers(fixture.db.sql, 4);
    for (const person of people) expect((await write(letter, person)).status).toBe(200);
    expect(checkout.mails).toHaveLength(2);
    expect(await fixture.db.sql`select 1 from public.contact_messages`).toHaveLength(4);
    await fixture.db.sql`update private.outbox set created_at = now() - interval '61 minutes'`;
    await write({ ...letter, message: 'Still there?' });
    expect(checkout.mails).toHaveLength(3);
  });

  test('stores a message once that was repeated after a lost response', async () => {
    for (let n = 0; n < 5; n += 1) expect((await write(letter)).status).toBe(200);
    expect(checkout.mails).toHaveLength(1);
  });

  test('sends to CONTACT_EMAIL, otherwise to the sender address of our emails', () => {
    expect(teamAddress(() => TEAM, 'Territorio <a@b.test>')).toBe(TEAM);
    expect(teamAddress(() => undefined, 'Territorio <a@b.test>')).toBe('a@b.test');
    expect(teamAddress(() => '', 'a@b.test')).toBe('a@b.test');
  });
});
