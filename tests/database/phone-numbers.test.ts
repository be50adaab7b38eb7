import { randomUUID } from 'node:crypto';
import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { PHONE_LENGTHS } from '../../src/lib/format/phone-lengths.ts';
import { isPhone } from '../../src/lib/format/phone-number.ts';
import { createHold, createUsers, refusal, transportRequest } from './booking/support/fixture.ts';
import { guidesForEachTest } from './booking/support/guides.ts';

const guides = guidesForEachTest();
const sql = () => guides.fixture.db.sql;
const IMPOSSIBLE = '+502491701234567';
const CORRECT = '+491701234567';

/** Stores a row like those from before the check, with the triggers off. */
async function store(table: string, column: string, value: string | object[], id: string): Promise<void> {
  const stored = typeof value === 'string' ? value : sql().json(value as never);
  await sql().begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update ${tx(table)} set ${tx(column)} = ${stored as never} where id = ${id}`;
  });
}

async function bookedRide(): Promise<string> {
  const [tourist = ''] = guides.tourists;
  const hold = await createHold(guides.fixture, tourist, transportRequest(guides.fixture));
  const [made] = await sql()`select private.insert_booking(h) as id from private.holds h where h.id = ${hold.hold_id}`;
  return made?.id as string;
}

const listed = (who: string, p_territory_id: string | null = 'rio') =>
  guides.call(who, 'impossible_phones', { p_territory_id }) as Promise<Record<string, unknown>[]>;
const correct = (who: string, id: string, number = IMPOSSIBLE, by = CORRECT) =>
  guides.call(who, 'correct_phone', { p_id: id, p_number: number, p_correct: by });

test('the database accepts the same numbers as the browser, in every country, at every length', async () => {
  const mobile = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number ?? []);
  const numbers = [
    ...mobile,
    ...Object.keys(PHONE_LENGTHS).flatMap((code) => Array.from({ length: 17 }, (_, n) => `+${code}${'2'.repeat(n)}`)),
    ...['', '+', '+0123456789', '+9991234567', '50255123480', '+502 55123480', '+50255123480\n', '+５０２55123480'],
  ];
  const answers = await sql()`select n as number, private.is_phone(n) as ok from unnest(${numbers}::text[]) n`;
  expect(numbers.length).toBeGreaterThan(3000);
  expect(answers.filter(({ number, ok }) => ok !== isPhone(number as string))).toEqual([]);
  // The package's example mobile numbers are all accepted, as far as E.164 allows.
  const refused = mobile.filter((number) => number.length <= 16 && !isPhone(number));
  expect(refused).toEqual([]);
});

test('no column accepts an impossible number, from any role', async () => {
  const [tourist = ''] = guides.tourists;
  const booking = await guides.book(tourist);
  const ride = await bookedRide();
  const { guide } = guides.fixture;
  const writes = [
    (to: string) => sql()`update public.bookings set whatsapp_number = ${to} where id = ${booking}`,
    (to: string) => sql()`update public.bookings set whatsapp_number = ${to} where id = ${ride}`,
    ...['phone', 'whatsapp'].map(
      (field) => (to: string) =>
        sql()`update public.bookings set passenger_details = ${sql().json([{ name: 'Ana', [field]: to }])} where id = ${ride}`,
    ),
    (to: string) => sql()`insert into private.guide_numbers (user_id, whatsapp_number) values (${guide}, ${to})`,
    (to: string) =>
      sql()`insert into public.partner_applications (kind, name, email, phone) values ('tour_guide', 'Ana', 'ana@example.test', ${to})`,
  ];
  for (const write of writes) {
    expect(await refusal(write(IMPOSSIBLE))).toMatchObject({ hint: 'phone_impossible' });
    await write(CORRECT);
  }
  // All columns whose name suggests a phone number have the check.
  const columns = await sql()`select c.table_name as name from information_schema.columns c
    join pg_class k on k.relname = c.table_name and k.relkind = 'r' and k.relnamespace = c.table_schema::regnamespace
    where c.table_schema in ('public', 'private') and c.column_name ~ '(phone|whatsapp)' and c.data_type = 'text' order by 1`;
  const checked = await sql()`select t.tgrelid::regclass::text as name from pg_trigger t
    where t.tgfoid = 'private.check_phones()'::regprocedure order by 1`;
  expect(columns.map(({ name }) => name)).toEqual(checked.map(({ name }) => (name as string).split('.').at(-1)).sort());
  expect(columns).toHaveLength(3);
});

describe('an impossible number from before the check', () => {
  test('does not prevent other changes to its booking, and is not suggested again', async () => {
    const [tourist = ''] = guides.tourists;
    const booking = await guides.book(tourist);
    const details = () => guides.call(tourist, 'my_booking_details', { p_territory_id: 'rio' });
    expect(await details()).toMatchObject({ whatsapp_number: '+50255512345' });
    await store('public.bookings', 'whatsapp_number', IMPOSSIBLE, booking);
    expect(await details()).toBeNull();
    await guides.arrive(booking);
    const [row] = await sql()`select check_in_status, whatsapp_number from public.bookings where id = ${booking}`;
    expect(row).toEqual({ check_in_status: 'checked_in', whatsapp_number: IMPOSSIBLE });
  });

  test("is not shown to guests if it is a guide's", async () => {
    const [tourist = ''] = guides.tourists;
    const booking = await guides.book(tourist);
    const { guide } = guides.fixture;
    const shown = () => guides.call(tourist, 'guide_numbers', { p_booking_ids: [booking] });
    await sql()`insert into private.guide_numbers (user_id, whatsapp_number) values (${guide}, ${CORRECT})`;
    expect(await shown()).toHaveLength(1);
    await sql().begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update private.guide_numbers set whatsapp_number = ${IMPOSSIBLE}`;
    });
    expect(await shown()).toEqual([]);
  });

  test('is listed for the desk until it is corrected, wherever the booking has it', async () => {
    const { staff, manager } = guides.fixture;
    const [tourist = ''] = guides.tourists;
    const booking = await guides.book(tourist);
    const ride = await bookedRide();
    expect(await listed(staff)).toEqual([]);
    await store('public.bookings', 'whatsapp_number', IMPOSSIBLE, booking);
    await store('public.bookings', 'whatsapp_number', IMPOSSIBLE, ride);
    const passengers = [
      { name: 'Ana', phone: IMPOSSIBLE, whatsapp: CORRECT },
      { name: 'Luis', phone: null, whatsapp: '+5021' },
    ];
    await store('public.bookings', 'passenger_details', passengers, ride);
    expect(await listed(staff)).toMatchObject([
      { kind: 'transport', id: ride, number: '+5021', name: 'Luis' },
      {
        kind: 'transport',
        id: ride,
        number: IMPOSSIBLE,
        title: 'Shuttle to Flores',
        name: expect.stringMatching(/^Person/),
      },
      { kind: 'experience', id: booking, number: IMPOSSIBLE, territory_id: 'rio' },
    ]);

    await correct(staff, booking);
    await correct(manager, ride);
    await correct(manager, ride, '+5021', '+50255123480');
    expect(await listed(manager)).toEqual([]);
    const [row] = await sql()`select whatsapp_number, passenger_details from public.bookings where id = ${ride}`;
    expect(row).toEqual({
      whatsapp_number: CORRECT,
      passenger_details: [
        { name: 'Ana', phone: CORRECT, whatsapp: CORRECT },
        { name: 'Luis', phone: null, whatsapp: '+50255123480' },
      ],
    });
    expect(await refusal(correct(staff, booking))).toMatchObject({ code: 'phone_corrected' });
    const log = await sql()`select detail from public.audit_log where action = 'phone_corrected'`;
    expect(log.map(({ detail }) => detail)).toEqual([{}, {}, {}]);
  });

  test('can be corrected by the territory of an application, or an admin', async () => {
    const { staff } = guides.fixture;
    const admin = await guides.person(['admin', null]);
    const ids = [randomUUID(), randomUUID()];
    for (const [n, id] of ids.entries()) {
      await sql()`insert into public.partner_applications (id, kind, name, email, territory_id)
        values (${id}, 'tour_guide', 'Ana', 'ana@example.test', ${n === 0 ? 'rio' : null})`;
      await store('public.partner_applications', 'phone', '5512', id);
    }
    const [own = '', other = ''] = ids;
    expect(await listed(staff)).toMatchObject([
      { kind: 'application', id: own, number: '5512', name: 'Ana', title: null },
    ]);
    expect(await listed(admin, null)).toHaveLength(2);
    expect(await refusal(correct(staff, other, '5512'))).toMatchObject({ code: 'forbidden' });
    await correct(staff, own, '5512');
    await correct(admin, other, '5512');
    expect(await listed(admin, null)).toEqual([]);
  });

  test("can't be corrected by anyone else, or to another impossible one", async () => {
    const { staff, guide } = guides.fixture;
    const [tourist = ''] = guides.tourists;
    const booking = await guides.book(tourist);
    await store('public.bookings', 'whatsapp_number', IMPOSSIBLE, booking);
    const [stranger = ''] = await createUsers(sql(), 1);
    const abroad = await guides.person(['territory_manager', 'lago']);
    for (const who of [tourist, stranger, guide, abroad]) {
      expect(await refusal(listed(who))).toMatchObject({ code: 'forbidden' });
      expect(await refusal(correct(who, booking))).toMatchObject({ code: 'forbidden' });
    }
    expect(await refusal(listed(staff, null))).toMatchObject({ code: 'forbidden' });
    expect(await refusal(correct(staff, booking, IMPOSSIBLE, '+5021'))).toMatchObject({
      code: 'phone_impossible',
    });
    // Staff can't correct a valid number.
    expect(await refusal(correct(staff, booking, CORRECT))).toMatchObject({ code: 'invalid_input' });
  });
});
