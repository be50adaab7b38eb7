import { expect, it } from 'vitest';
import { withoutTriggers } from '../support/without-triggers.ts';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { id, userId, type Who } from './access/identities.ts';
import { PICTURED, saveOf } from './catalogue/support.ts';

// Every text that a person can write. None keeps an invisible character: a text of several lines loses the harmless
// ones, which copying adds, and a name or a label is refused. Characters that control a screen or change the direction
// of text are refused everywhere.

fixtureForEachTest();

const copied =
  'Paid\u200b on\ufeff ti\u00adme\u2060 by\u200e \u061ccash\u200f for\u200d the\u200c boat\ufe0f\u{1bca0}\u{1d173}';
const steering = 'Paid \u202enepo';
const BLANK = '\u00a0\u2003 \u3000';
const control = 'Paid \u0007 now';
const REFUSALS = ['line_not_plain', 'name_not_plain', 'name_not_person', 'invalid_input', '23514'];
/** Refused for another reason, after the text was read. */
const OTHERWISE = ['waiver_required', 'offer_payment_in_progress'];

const json = (value: object) => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;
const photo = `/storage/v1/object/public/media/user-submissions/${userId.tourist}/0b8f0c3e-2c49-4a9e-9a51-0d6f4f0f1f11.jpg`;
const submit = (comment: string, location: string) =>
  `select public.submit_content(array['${photo}'], '{image}', '${comment}', '${location}', 'rio')`;
const set = (table: string, row: string, column: string) => (text: string) =>
  `update public.${table} set ${column} = '${text}' where id = '${row}'`;
const inSpanish = (table: string, row: string, column: string) => (text: string) =>
  `update public.${table} set translations = ${json({ es: { [column]: text } })} where id = '${row}'`;
const experience = (field: string) => (text: string) => saveOf(id.experience, { ...PICTURED, [field]: text });
const add = (table: string, values: Record<string, string>, column: string) => (text: string) =>
  `insert into public.${table} (territory_id, ${[...Object.keys(values), column].join(', ')})
   values ('rio', ${[...Object.values(values), text].map((value) => `'${value}'`).join(', ')})`;
const reading = (name: string, more: object, field: string) => (text: string) =>
  `select private.${name}(${json({ ...more, [field]: text })})`;
const contact = { whatsapp_number: '+50255599999', country: 'GT', speaks_spanish: false };
const account = {
  holder: 'Ana',
  kind: 'person',
  bank: 'Bank',
  account_type: 'savings',
  currency_code: 'GTQ',
  account_number: '12345678',
};
/** Moves the booking of the ride into the future, unarrived. */
const before = () =>
  withoutTriggers(
    fixture.sql,
    (
      sql,
    ) => sql`update public.bookings set booking_date = current_date + 60, check_in_status = 'pending', checked_in_at = null
      where id = ${id.transportBooking}`,
  );
const details = async (change: object, reason = 'A reason') => {
  await before();
  const [row] = await fixture.look<{ seen: object }>(
    `select private.details_of(b) as seen from public.bookings b where b.id = '${id.transportBooking}'`,
  );
  return `select public.change_booking_details('${id.transportBooking}', ${json(change)}, '${reason}', ${json(row?.seen ?? {})})`;
};
const condition = (change: object) =>
  `select public.save_condition(gen_random_uuid(), 'rio', null, jsonb_build_object('subject', 'road', 'state', 'closed', 'text', 'Closed',
     'touches_all', true, 'ends_at', to_char(now() + interval '1 day', 'YYYY-MM-DD"T"HH24:MI')) || ${json(change)})`;
const payout = (reference: string, reason: string) => `insert into public.payouts
    (territory_id, party, payee_id, currency_code, amount, lines, paid_on, reference, reverses, reason)
    values ('rio', 'operator', '${userId.guide}', 'GTQ', -1, 1, current_date, '${reference}', '${id.payout}', '${reason}')`;
const region = (change: object) =>
  `select public.add_territory('nuevo', ${json({ name: 'Nuevo', description: 'd', country: 'GT', visible: false, image_urls: [], video_urls: [], ...change })})`;

const invited = (statement: (text: string) => string) => async (text: string) => {
  await fixture.sql`insert into public.invites (code_hash, email, roles, territory_id)
    values (private.hash_code('text'), 'tourist@example.test', '{tour_guide}', 'rio') on conflict do nothing`;
  return statement(text);
};

/** The superuser writes what a function of the service writes, or what needs a state that is tested elsewhere. */
type Writer = Who | 'service';
type Statement = (text: string) => string | Promise<string>;

/** Each input (a function's argument, a column, or a field of a request): who writes it, and how. */
const INPUTS: Record<string, [Writer, Statement]> = {
  'add_booking_note.p_text': [
    'staff',
    (text) => `select public.add_booking_note('${id.booking}', gen_random_uuid(), '${text}')`,
  ],
  'set_booking_tag.p_tag': ['staff', (text) => `select public.set_booking_tag('${id.booking}', '${text}', true)`],
  'set_booking_status.p_reason': [
    'staff',
    (text) => `select public.set_booking_status('${id.booking}', 'confirmed', '${text}', 'ordered', 0)`,
  ],
  'staff_cancel_booking.p_reason': [
    'staff',
    async (text) => {
      await before();
      return `select public.staff_cancel_booking('${id.booking}', 0, '${text}')`;
    },
  ],
  'change_booking.p_desk.reason': [
    'service',
    (text) =>
      `select set_config('test.reason', c.reason, false) from private.read_change(private.booking('${id.booking}'),
         '[{"step": "date"}]', ${json({ reason: text, waived: false })}) c`,
  ],
  'change_booking_details.p_reason': ['staff', (text) => details({ country: 'US' }, text)],
  'change_booking_details.p_details.hotel_name': ['staff', (text) => details({ hotel_name: text })],
  'create_hold.p.hotel_name': ['service', reading('read_contact', contact, 'hotel_name')],
  'create_hold.p.hotel_address': ['service', reading('read_contact', contact, 'hotel_address')],
  'create_hold.p.passenger_details.name': [
    'service',
    (text) => `select private.input_passengers(${json({ passenger_details: [{ name: text }] })}, 1)`,
  ],
  'send_message.p_message': ['tourist', (text) => `select public.send_message('${id.booking}', '${text}')`],
  'send_group_message.p_message': [
    'guide',
    (text) => `select public.send_group_message('${id.departure}', '${text}', gen_random_uuid())`,
  ],
  'message_bookings.p_message': [
    'staff',
    (text) => `select public.message_bookings('{${id.booking}}', '${text}', gen_random_uuid())`,
  ],
  'cancel_departures.p_message': [
    'guide',
    (text) => `select public.cancel_departures(jsonb_build_object('departures', jsonb_build_array(jsonb_build_object(
      'kind', 'experience', 'service_id', '${id.experience}', 'slot_id', '${id.slot}', 'service_date', current_date + 30))),
      'weather', '${text}', gen_random_uuid())`,
  ],
  'save_condition.p_condition.text': ['staff', (text) => condition({ text })],
  'save_condition.p_condition.translations': ['staff', (text) => condition({ translations: { es: { text } } })],
  'confirm_handover.p_reason': ['staff', (text) => `select public.confirm_handover('${id.handover}', 1, '${text}')`],
  'reverse_handover.p_reason': [
    'service',
    (
      text,
    ) => `insert into public.cash_handovers (person_id, territory_id, currency_code, declared, counted, reason, state, ended_at)
      values ('${userId.guide}', 'rio', 'GTQ', 10, 9, '${text}', 'confirmed', now())`,
  ],
  'save_payee_account.p_account.holder': ['service', reading('read_payee_account', account, 'holder')],
  'save_payee_account.p_account.bank': ['service', reading('read_payee_account', account, 'bank')],
  'pay_out.p_reference': ['service', (text) => payout(text, 'A mistake')],
  'set_payout_status.p_reference': ['service', (text) => payout(text, 'A mistake')],
  'set_payout_status.p_reason': ['service', (text) => payout('Transfer', text)],
  'reverse_payout.p_reason': ['manager', (text) => `select public.reverse_payout('${id.payout}', '${text}')`],
  'create_review.p_text': [
    'service',
    async (text) => {
      await fixture.sql`delete from public.reviews where id = ${id.review}`;
      return `insert into public.reviews (booking_id, service_id, kind, territory_id, author_id, rating, text)
        values ('${id.booking}', '${id.experience}', 'experience', 'rio', '${userId.tourist}', 5, '${text}')`;
    },
  ],
  'edit_review.p_text': ['tourist', (text) => `select public.edit_review('${id.review}', 5, '${text}')`],
  'reply_review.p_reply': ['guide', (text) => `select public.reply_review('${id.review}', '${text}')`],
  'edit_message.p_message': ['tourist', (text) => `select public.edit_message('${id.post}', '${text}')`],
  'report_message.p_reason': ['guide', (text) => `select public.report_message('${id.post}', '${text}')`],
  'submit_content.p_comment': ['tourist', (text) => submit(text, 'The dock')],
  'submit_content.p_location': ['tourist', (text) => submit('A heron', text)],
  'submit_contact.p_name': [
    'service',
    (text) => `select service.submit_contact('${userId.tourist}', '${text}', 'Hello')`,
  ],
  'submit_contact.p_message': [
    'service',
    (text) => `select service.submit_contact('${userId.tourist}', 'Ana', '${text}')`,
  ],
  'submit_contact.p_subject': [
    'service',
    (text) => `select service.submit_contact('${userId.tourist}', 'Ana', 'Hello', '${text}')`,
  ],
  'submit_partner_application.p_name': [
    'service',
    (text) =>
      `select service.submit_partner_application('${userId.tourist}', 'tour_guide', '${text}', 'ana@example.test')`,
  ],
  'submit_partner_application.p_message': [
    'service',
    (text) =>
      `select service.submit_partner_application('${userId.tourist}', 'tour_guide', 'Ana', 'ana@example.test', null, null, '${text}')`,
  ],
  'decide_role_request.p_reason': [
    'manager',
    (text) => `select public.decide_role_request('${id.request}', false, null, '${text}')`,
  ],
  'create_invite.p_full_name': [
    'manager',
    (text) => `select public.create_invite('x@example.test', '{tour_guide}', 'rio', '${text}')`,
  ],
  'create_invite.p_business_name': [
    'manager',
    (text) => `select public.create_invite('x@example.test', '{travel_partner}', 'rio', '', '${text}')`,
  ],
  'save_member.p_business_name': [
    'manager',
    (text) =>
      `select public.save_member(id, 'rio', updated_at, '${text}') from public.profiles where id = '${userId.partner}'`,
  ],
  'invited_account.p_full_name': ['service', invited((text) => `select service.invited_account('text', '${text}')`)],
  'own_invited_account.p_full_name': [
    'service',
    invited((text) => `select service.own_invited_account('text', '${userId.tourist}', '${text}')`),
  ],
  'start_ticket_transfer.p_full_name': [
    'tourist',
    async (text) => {
      await before();
      return `select public.start_ticket_transfer('${id.transportBooking}', 'ana@example.org', '${text}')`;
    },
  ],
  'sign-up.full_name': [
    'service',
    (text) => `insert into auth.users (id, email, raw_user_meta_data)
      values (gen_random_uuid(), 'new@example.test', ${json({ full_name: text })})`,
  ],
  'sell_at_dock.p.guest_name': ['service', reading('read_dock_form', { language: 'en' }, 'guest_name')],
  'add_territory.p.name': ['admin', (name) => region({ name })],
  'add_territory.p.description': ['admin', (description) => region({ description })],
  'add_territory.p_manager_name': ['admin', (text) => `${region({}).slice(0, -1)}, 'new@example.test', '${text}')`],
  'save_service.p.title': ['manager', experience('title')],
  'save_service.p.description': ['manager', experience('description')],
  'save_service.p.meeting_point': ['manager', experience('meeting_point')],
  'save_service.p.what_to_bring': ['manager', experience('what_to_bring')],
  'save_service.p.translations': [
    'manager',
    (text) => saveOf(id.experience, { ...PICTURED, translations: { es: { description: text } } }),
  ],
  'territories.name': ['manager', set('territories', 'rio', 'name')],
  'territories.description': ['staff', set('territories', 'rio', 'description')],
  'territories.summary': ['staff', set('territories', 'rio', 'summary')],
  'territories.meeting_point': ['staff', set('territories', 'rio', 'meeting_point')],
  'territories.translations': ['staff', inSpanish('territories', 'rio', 'description')],
  'territory_transports.title': ['manager', set('territory_transports', id.transport, 'title')],
  'territory_transports.description': ['manager', set('territory_transports', id.transport, 'description')],
  'territory_transports.destination': ['manager', set('territory_transports', id.transport, 'destination')],
  'territory_transports.pickup_location': ['manager', set('territory_transports', id.transport, 'pickup_location')],
  'territory_transports.translations': ['manager', inSpanish('territory_transports', id.transport, 'description')],
  'territory_tags.name': ['manager', add('territory_tags', {}, 'name')],
  'territory_tags.translations': ['manager', inSpanish('territory_tags', id.freeTag, 'name')],
  'pickup_locations.name': ['staff', add('pickup_locations', {}, 'name')],
  'pickup_locations.directions': ['staff', add('pickup_locations', { name: 'Pier' }, 'directions')],
  'pickup_locations.translations': [
    'staff',
    (text) => `insert into public.pickup_locations (territory_id, name, directions, language, translations)
      values ('rio', 'Pier', 'Left', 'en', ${json({ es: { directions: text } })})`,
  ],
  'territory_messages.message': ['tourist', add('territory_messages', {}, 'message')],
  'referral_links.name': ['partner', (text) => `insert into public.referral_links (name) values ('${text}')`],
  'profiles.full_name': ['tourist', set('profiles', userId.tourist, 'full_name')],
  'profiles.bio': ['tourist', set('profiles', userId.tourist, 'bio')],
};

const INVISIBLE = '[\\u00ad\\u061c\\u200b-\\u200f\\u2060\\ufe0f\\ufeff\\U0001bca0\\U0001d173]';

const codeOf = async (who: Writer, statement: string): Promise<string | undefined> =>
  who === 'service'
    ? fixture.sql.unsafe(statement).then(
        () => undefined,
        (error: { hint?: string; code: string }) => error.hint ?? error.code,
      )
    : (await fixture.refusal(who, statement))?.code;

/** Returns the tables with a row whose JSON matches. */
async function tablesWith(pattern: string): Promise<string[]> {
  const tables = await fixture.look<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'private')`);
  const rows = await fixture.look<{ name: string }>(
    tables
      .map(({ name }) => `select '${name}' as name from ${name} t where to_jsonb(t)::text ~ '${pattern}'`)
      .join(' union '),
  );
  return rows.map(({ name }) => name);
}

it.each(Object.entries(INPUTS))('%s keeps no invisible character', async (_, [who, statement]) => {
  for (const text of [steering, control]) expect(REFUSALS).toContain(await codeOf(who, await statement(text)));
  expect([undefined, ...REFUSALS, ...OTHERWISE]).toContain(await codeOf(who, await statement(copied)));
  expect(await tablesWith(INVISIBLE)).toEqual([]);
});

it.each(Object.entries(INPUTS))('%s keeps no text of blanks only', async (_, [who, statement]) => {
  await codeOf(who, await statement(BLANK));
  expect(await tablesWith(`"[\\s\\u00a0\\u2003\\u3000]+"`)).toEqual([]);
});

// The names of arguments and columns that are no text of a person: ids, codes, choices, addresses, and what is only
// searched for.
const MACHINE =
  /^p_(after_\w+|action|actor|answer|auth|booking_type|bucket|by|charge_id|code|correct|currency|currency_code|decision|device|email|endpoint|error|event_id|event_type|expected|from|id|ids|images|item|kind|language|last_error|manager_email|media_types|media_urls|names?_of|network|number|order|outcome|p256dh|party|payee|payment|payment_intent_id|payout_id|phone|photo_urls|places|public_key|push_token|queue|recipient|role|roles|search|sign_up_secret|sort|state|status|stripe_id|template|territory_id|to|token|version|what)$|^(id|\w+_id|\w+_url|\w+_urls|\w+_link|country|currency_code|time_zone|language|booking_type|response|day_of_week|days_of_week|cancellation_policy)$/;
/** Arguments whose name is that of a text elsewhere. */
const MACHINE_HERE = [
  'cancel_departures.p_reason', // one of five
  'discard_passport.p_name', // a file
  'passports_deleted.p_names',
  'search_regions.p_text',
  'set_pickup_time.p_place', // the hotel of a booking
];

it('lists every argument and column that takes a text', async () => {
  const taken = await fixture.look<{ name: string }>(`
    select p.proname || '.' || a.name as name
      from pg_proc p, lateral unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) a (name, type)
     where p.pronamespace in ('public'::regnamespace, 'service'::regnamespace) and a.type in ('text'::regtype, 'text[]'::regtype)
    union
    select c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
       and (a.atttypid in ('text'::regtype, 'text[]'::regtype) or a.attname = 'translations')
       and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert') or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))
     order by 1`);
  const missing = taken
    .map(({ name }) => name)
    .filter((name) => !MACHINE.test(name.split('.')[1] ?? '') && !MACHINE_HERE.includes(name) && !(name in INPUTS));
  expect(missing).toEqual([]);
});
