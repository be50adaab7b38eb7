import { describe, expect, it } from 'vitest';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, userId, type Who } from './access/identities.ts';

// Texts written for others can't contain control characters, and can't change the direction of neighbouring text.

sharedFixture();

const bad = 'Paid \u202enepo';
const fine = 'Paid, on time.';
const photo = `/storage/v1/object/public/media/user-submissions/${userId.tourist}/0b8f0c3e-2c49-4a9e-9a51-0d6f4f0f1f11.jpg`;
const submit = (comment: string, location: string) =>
  `select public.submit_content(array['${photo}'], '{image}', '${comment}', '${location}', 'rio')`;

/** The texts of a person, and who can write them. */
const written: [string, Who, (text: string) => string][] = [
  [
    'a post',
    'tourist',
    (text) => `insert into public.territory_messages (territory_id, message) values ('rio', '${text}')`,
  ],
  ['a report of a post', 'guide', (text) => `select public.report_message('${id.post}', '${text}')`],
  ['an edited review', 'tourist', (text) => `select public.edit_review('${id.review}', 5, '${text}')`],
  ['an answer to a review', 'guide', (text) => `select public.reply_review('${id.review}', '${text}')`],
  ['the comment of a photo', 'tourist', (text) => submit(text, 'The dock')],
  ['the place of a photo', 'tourist', (text) => submit('A heron', text)],
  ['a bio', 'tourist', (text) => `update public.profiles set bio = '${text}' where id = '${userId.tourist}'`],
  [
    'the reason of a status',
    'staff',
    (text) => `select public.set_booking_status('${id.booking}', 'confirmed', '${text}', 'ordered', 0)`,
  ],
  [
    'the answer to a request for a role',
    'manager',
    (text) => `select public.decide_role_request('${id.request}', false, null, '${text}')`,
  ],
  ['the text of a region', 'staff', (text) => `update public.territories set description = '${text}' where id = 'rio'`],
  ['its summary', 'staff', (text) => `update public.territories set summary = '${text}' where id = 'rio'`],
  ['its meeting place', 'staff', (text) => `update public.territories set meeting_point = '${text}' where id = 'rio'`],
  [
    'directions',
    'staff',
    (text) =>
      `insert into public.pickup_locations (territory_id, name, directions) values ('rio', 'Pier ${text.length}', '${text}')`,
  ],
  [
    'a pickup',
    'shuttle',
    (text) => `update public.territory_transports set pickup_location = '${text}' where id = '${id.transport}'`,
  ],
];

it.each(written)('%s', async (_, who, statement) => {
  const notPlain = { status: 400, code: 'line_not_plain' };
  expect(await fixture.refusal(who, statement(bad))).toMatchObject(notPlain);
  expect((await fixture.refusal(who, statement(fine)))?.code).not.toBe('line_not_plain');
});

const asServer = (statement: string) =>
  fixture.sql.unsafe(statement).then(
    () => undefined,
    (error: { hint?: string; code: string }) => error.hint ?? error.code,
  );

describe('texts written by functions', () => {
  const payout = (reference: string, reason: string) => `insert into public.payouts
    (territory_id, party, payee_id, currency_code, amount, lines, paid_on, reference, reverses, reason)
    values ('rio', 'operator', '${userId.guide}', 'GTQ', -1, 1, current_date, '${reference}', '${id.payout}', '${reason}')`;

  it.each<[string, (text: string) => string]>([
    ['the reference of a payout', (text) => payout(text, fine)],
    ['the reason for a reversal', (text) => payout(fine, text)],
    [
      'the reason for a difference',
      (
        text,
      ) => `insert into public.cash_handovers (person_id, territory_id, currency_code, declared, counted, reason, state, ended_at)
        values ('${userId.guide}', 'rio', 'GTQ', 10, 9, '${text}', 'confirmed', now())`,
    ],
    ['a contact message', (text) => `select service.submit_contact('${userId.tourist}', 'Ana', '${text}')`],
    ['its subject', (text) => `select service.submit_contact('${userId.tourist}', 'Ana', 'Hello', '${text}')`],
    [
      'an application',
      (text) =>
        `select service.submit_partner_application('${userId.tourist}', 'tour_guide', 'Ana', 'ana@example.test', null, null, '${text}')`,
    ],
  ])('%s', async (_, statement) => {
    expect(await asServer(statement(bad))).toBe('line_not_plain');
    expect(await asServer(statement(fine))).toBeUndefined();
  });

  it('are checked in the address of a hotel, which is a name', async () => {
    const contact = (text: string) =>
      `select private.read_contact('${JSON.stringify({ whatsapp_number: '+50255599999', country: 'GT', speaks_spanish: false, hotel_address: text })}')`;
    expect(await asServer(contact(bad))).toBe('name_not_plain');
    expect(await asServer(contact(fine))).toBeUndefined();
  });

  it.each([
    ['evil.com', userId.otherTourist],
    ['Ana\u202e', userId.guide],
  ])('refuse "%s" as a name to apply or write with', async (name, sender) => {
    const application = (who: string) =>
      `select service.submit_partner_application('${sender}', 'tour_guide', '${who}', 'b@example.test')`;
    const message = (who: string) => `select service.submit_contact('${sender}', '${who}', 'Hello there')`;
    expect(await asServer(application(name))).toBe('name_not_plain');
    expect(await asServer(message(name))).toBe('name_not_plain');
    expect(await asServer(application('Ana Morales'))).toBeUndefined();
    expect(await asServer(message('Ana Morales'))).toBeUndefined();
  });
});

it('an erasure removes a name from a post that is older than this rule', async () => {
  await fixture.sql`alter table public.territory_messages disable trigger territory_messages_texts`;
  await fixture.sql`update public.territory_messages set message = ${`Ana ${bad}`} where id = ${id.post}`;
  await fixture.sql`alter table public.territory_messages enable trigger territory_messages_texts`;
  expect(
    await asServer(`update public.territory_messages set message = '[removed] ${bad}' where id = '${id.post}'`),
  ).toBeUndefined();
});

describe('numbers of a ride', () => {
  const set = (change: string) =>
    fixture.refusal('shuttle', `update public.territory_transports set ${change} where id = '${id.transport}'`);

  it.each([
    ['shared_price = 310.005', 'invalid_shared_price', 'shared_price'],
    ['duration_hours = 0.3', 'duration_steps', 'duration_hours'],
    ['duration_hours = 1.25', 'duration_steps', 'duration_hours'],
  ])('refuse %s beside its field, without rounding', async (change, code, field) => {
    const details = JSON.stringify({ field }).replace(':', ': ');
    expect(await set(change)).toMatchObject({ status: 400, code, details });
  });

  it('have two decimals, and halves of an hour', async () => {
    expect(await set('shared_price = 310.5, duration_hours = 2.5')).toBeUndefined();
    expect(
      await fixture.look(
        `select shared_price::text, duration_hours::text from public.territory_transports where id = '${id.transport}'`,
      ),
    ).toEqual([{ shared_price: '310.50', duration_hours: '2.5' }]);
  });
});

it('a visible territory keeps a picture', async () => {
  const pictures = (list: string) => `update public.territories set image_urls = '${list}' where id = 'rio'`;
  const set = (list: string) => fixture.refusal('manager', pictures(list));
  expect(await set('{/art/lake.svg}')).toBeUndefined();
  expect(await set('{}')).toMatchObject({ status: 409, code: 'picture_required' });
  await fixture.sql`update public.territories set visible = false where id = 'rio'`;
  expect(await set('{}')).toBeUndefined();
});
