import { expect, test } from 'vitest';
import { handle as deleteAccount } from '../../supabase/functions/delete-account/handler.ts';
import { handle as processOutbox } from '../../supabase/functions/process-outbox/handler.ts';
import { PASSWORD } from '../database/booking/support/accounts.ts';
import { payFor, post } from '../database/booking/support/checkout.ts';
import { createHold, createUsers, grantRole, holdRequest } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';
import { pending } from '../support/background-work.ts';
import { eventually } from './support.ts';

// Each email is in its reader's language, with the territory's translated texts.

checkoutForEachTest();

const TITLE = 'Castillo y catarata caliente';
const speaks = (id: string, language: string | null) =>
  fixture.db.sql`update public.profiles set language = ${language} where id = ${id}`;
const as = (who: string, call: string) =>
  fixture.db.as({ role: 'authenticated', sub: who }, (sql) => sql.unsafe(`select ${call}`));
const addressOf = async (id: string) => {
  const [row] = await fixture.db.sql<{ email: string }[]>`select email from public.profiles where id = ${id}`;
  return row?.email ?? '';
};

/** Sends everything that is due. */
async function send() {
  await pending.settled();
  await fixture.db.sql`update private.outbox set next_attempt_at = now() where state in ('queued', 'sending')`;
  await processOutbox(post({}, undefined, { 'x-reconcile-secret': 'reconcile-test' }), checkout.deps);
}
const mailsTo = (address: string) => checkout.mails.filter(({ to }) => to.includes(address));

async function translate() {
  const es = { title: TITLE, meeting_point: 'El muelle azul' };
  await fixture.db.sql`update public.experiences set meeting_point = 'The blue dock',
    translations = ${fixture.db.sql.json({ es })} where id = ${fixture.experience}`;
  await fixture.db
    .sql`update public.territories set translations = '{"es": {"name": "Río Dulce, Izabal"}}' where id = 'rio'`;
}

test('the tourist and the guide each read their own language', async () => {
  await translate();
  await speaks(user, 'es');
  const { booking } = await payFor(fixture, checkout, user);
  await send();
  const [confirmation] = mailsTo(await addressOf(user));
  expect(confirmation?.subject).toMatch(`Su reserva: ${TITLE}, `);
  expect(confirmation?.text).toContain('Región: Río Dulce, Izabal');
  expect(confirmation?.text).toContain('Punto de encuentro: El muelle azul');
  expect(confirmation?.html).toContain('<html lang="es" dir="ltr">');
  expect(confirmation?.text).not.toContain('Castle & hot waterfall');

  await as(user, `public.send_message('${booking}', 'Hola')`);
  await send();
  const [message] = mailsTo(await addressOf(fixture.guide));
  expect(message?.text).toContain('messaged you about your booking');
});

test('untranslated texts stay as they were written', async () => {
  await speaks(user, 'es');
  await payFor(fixture, checkout, user);
  await send();
  expect(mailsTo(await addressOf(user))[0]?.subject).toMatch('Su reserva: Castle & hot waterfall, ');
});

test('uses the language chosen while an email was queued', async () => {
  const { booking } = await payFor(fixture, checkout, user);
  await send();
  checkout.mails.length = 0;
  await as(fixture.staff, `public.send_message('${booking}', 'The boat waits')`);
  await speaks(user, 'es');
  await send();
  expect(checkout.mails.map(({ text }) => text)).toEqual([expect.stringContaining('Leer y responder')]);
});

test('keeps a claimed email’s language over all attempts', async () => {
  checkout.mailAnswers.push(503);
  await payFor(fixture, checkout, user);
  await eventually(async () => checkout.mailAnswers.length === 0);
  await pending.settled();
  await speaks(user, 'es');
  await send();
  expect(checkout.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Your booking: ')]);
});

test('uses English without a chosen language', async () => {
  await speaks(user, null);
  await payFor(fixture, checkout, user);
  await send();
  expect(mailsTo(await addressOf(user))[0]?.subject).toMatch('Your booking: ');
});

test.each([
  ['of its own account', { invited: 'es', inviter: 'en', territory: 'en' }, 'Invitación a Territorio en '],
  ['of the inviter', { invited: null, inviter: 'es', territory: 'en' }, 'Invitación a Territorio en '],
  ['of the territory, if the inviter has chosen none', { invited: null, inviter: null, territory: 'es' }, 'Invitación'],
  [
    'of the inviter, before that of the territory',
    { invited: null, inviter: 'en', territory: 'es' },
    'Join Territorio in ',
  ],
])('sends an invitation in the language %s', async (_whose, { invited, inviter, territory }, subject) => {
  await speaks(user, invited);
  await speaks(fixture.manager, inviter);
  await fixture.db.sql`update public.territories set language = ${territory} where id = 'rio'`;
  const address = invited ? await addressOf(user) : 'new@example.test';
  await as(fixture.manager, `public.create_invite('${address}', '{tour_guide}', 'rio', 'Mateo')`);
  await send();
  expect(mailsTo(address)[0]?.subject).toMatch(subject);
});

test('sends the last email of an account in its language', async () => {
  await speaks(user, 'es');
  const address = await addressOf(user);
  await deleteAccount(post({ password: PASSWORD }, user), checkout.deps);
  await send();
  expect(mailsTo(address)).toMatchObject([{ subject: 'Eliminamos su cuenta' }]);
});

test("sends each manager an email in their language, and the contact form's email in English", async () => {
  await translate();
  const [other = ''] = await createUsers(fixture.db.sql, 1);
  await grantRole(fixture.db.sql, other, 'territory_manager', 'rio');
  await fixture.db
    .sql`insert into public.notice_choices (user_id, booking_mail) values (${other}, true), (${fixture.manager}, true)`;
  await speaks(other, 'es');
  await payFor(fixture, checkout, user);
  await fixture.db.sql`insert into private.outbox (dedupe_key, kind, template, recipient, payload) values
    ('c', 'email', 'contact_message', 'team@example.test', '{"name": "Ana", "email": "ana@example.test", "message": "Hola"}')`;
  await send();
  expect(mailsTo(await addressOf(other))[0]?.subject).toMatch(`Reserva nueva: ${TITLE}, `);
  expect(mailsTo(await addressOf(fixture.manager))[0]?.subject).toMatch('New booking: Castle & hot waterfall, ');
  expect(mailsTo('team@example.test')[0]?.subject).toBe('Contact: No subject');
});

test("sends a decided role, a failed payment and the evening summary in the reader's language", async () => {
  await translate();
  const [asking = ''] = await createUsers(fixture.db.sql, 1);
  await speaks(asking, 'es');
  await speaks(fixture.staff, 'es');
  const [request] = await fixture.db.sql<{ id: string }[]>`
    insert into public.role_requests (user_id, role, territory_id) values (${asking}, 'tour_guide', 'rio') returning id`;
  await as(fixture.manager, `public.decide_role_request('${request?.id}', true)`);
  const hold = await createHold(fixture, asking, holdRequest(fixture));
  await fixture.db.sql`select private.queue_payment_failed(${hold.hold_id}, 'declined', interval '0')`;
  await payFor(fixture, checkout, user);
  await fixture.db.sql`select private.queue_tomorrow('rio', ${fixture.date})`;
  await send();
  const answers = mailsTo(await addressOf(asking));
  expect(answers.map(({ subject }) => subject).sort()).toEqual([`No se pudo cobrar: ${TITLE}`, 'Su nuevo rol: guía']);
  const told = answers.map(({ text }) => text).join('\n');
  expect(told).toContain('Solicitó el rol de guía en Río Dulce, Izabal.');
  expect(told).toMatch(/\(límite: .* m\., hora de Río Dulce, Izabal\)/);
  const tomorrow = mailsTo(await addressOf(fixture.staff)).find(({ subject }) => subject.startsWith('Mañana, '));
  expect(tomorrow?.text).toContain(`${TITLE}: `);
});
