import { describe, expect, test } from 'vitest';
import { traces } from '../../support/traces.ts';
import { payFor } from '../booking/support/checkout.ts';
import {
  brokenInvariants,
  createHold,
  createUsers,
  holdRequest,
  referUsers,
  signedIn,
} from '../booking/support/fixture.ts';
import { statusCall } from '../booking/support/status.ts';
import { farewellForEachTest, PASSENGER, WORDS } from './support.ts';

const farewell = farewellForEachTest();

describe('an account deletion', () => {
  test("leaves traces of the person only in the auth service's tables, which are deleted next", async () => {
    const journey = await farewell.travel();
    await farewell.liveHere(journey);
    expect((await traces(farewell.fixture.db.sql, WORDS)).length).toBeGreaterThan(15);

    await farewell.erase();
    const left = await traces(farewell.fixture.db.sql, WORDS);
    expect(left.filter((trace) => !trace.startsWith('auth.') && !trace.includes('"account_deleted"'))).toEqual([]);
    // Only the confirmation email still has the address, which is deleted once the email is sent.
    await farewell.checkout.deps.admin('claim_outbox', { p_limit: 50 });
    await farewell.fixture.db.sql`update private.outbox set state = 'sent' where template = 'account_deleted'`;
    expect(await farewell.service('account_files', { p_user_id: farewell.person, p_limit: 10 })).toEqual([
      { bucket: 'media', name: `user-submissions/${farewell.person}/a.webp` },
    ]);
    await farewell.fixture.db.sql`delete from auth.users where id = ${farewell.person}`;
    expect(await traces(farewell.fixture.db.sql, [...WORDS, farewell.person])).toEqual([
      // Photos of a page are public, and a note keeps who ended the account until the end.
      expect.stringContaining('private.account_deletions'),
    ]);
  });

  test('control: the scan detects what is forgotten', async () => {
    await farewell.travel();
    await farewell.erase();
    await farewell.fixture.db
      .sql`update public.bookings set passenger_details = ${farewell.fixture.db.sql.json([{ name: PASSENGER }])} where kind = 'transport'`;
    expect(await traces(farewell.fixture.db.sql, WORDS)).toContainEqual(
      expect.stringMatching(/^public\.bookings: .*Wilhelmina/),
    );
  });

  test('keeps bookings, money, messages and reviews, without the person', async () => {
    const journey = await farewell.travel();
    const { post } = await farewell.liveHere(journey);
    const { sql } = farewell.fixture.db;
    const money = () => sql`select booking_id, party, kind, amount from private.ledger order by id`;
    const [before, seats] = [await money(), await sql`select id, sold, held from public.departures order by id`];
    await farewell.erase();
    expect(await money()).toEqual(before);
    expect(await sql`select id, sold, held from public.departures order by id`).toEqual(seats);
    expect(await brokenInvariants(farewell.fixture)).toEqual([]);
    expect(
      await sql`select tourist_id, num_people, total_price, status, whatsapp_number, hotel_name, passport_images, country
      from public.bookings where kind = 'experience'`,
    ).toEqual([
      {
        tourist_id: null,
        num_people: 1,
        total_price: '175.50',
        status: 'checked_in',
        whatsapp_number: '',
        hotel_name: null,
        passport_images: [],
        country: 'GT',
      },
    ]);
    expect(
      await sql`select tourist_id, num_people, passenger_details from public.bookings where kind = 'transport'`,
    ).toEqual([{ tourist_id: null, num_people: 2, passenger_details: [] }]);
    expect(await sql`select sender_id, message from public.messages order by created_at`).toEqual([
      { sender_id: null, message: 'It is [removed], write to [removed] or call [removed]' },
      { sender_id: null, message: 'At work I am [removed]' },
      { sender_id: farewell.fixture.manager, message: 'See you there' },
    ]);
    expect(await sql`select author_id, rating, text, photo_urls from public.reviews`).toEqual([
      { author_id: null, rating: 5, text: 'Signed, [removed]', photo_urls: [] },
    ]);
    expect(await sql`select user_id, message from public.territory_messages where id = ${post}`).toEqual([
      { user_id: null, message: 'It is [removed], write to [removed] or call [removed]' },
    ]);
    expect(await sql`select 1 from public.territory_messages where parent_id = ${post}`).toHaveLength(1);
    for (const rows of [
      await sql`select posted_by as writer, text, translations from public.conditions`,
      await sql`select changed_by as writer, text, translations from public.condition_changes`,
    ])
      expect(rows).toEqual([
        { writer: null, text: 'It is [removed], write to [removed] or call [removed]', translations: {} },
      ]);
  });

  test('keeps hotels that others have named in the order of pickups and their times', async () => {
    const { sql } = farewell.fixture.db;
    const [other = ''] = await createUsers(sql, 1);
    const rides = [await farewell.travel(), await farewell.travel(other), await farewell.travel()];
    for (const [n, hotel] of ['Hotel Ximenal', 'Hotel Sol', 'Hotel Sol'].entries())
      await sql`update public.bookings set hotel_name = ${hotel} where id = ${rides[n]?.ride ?? ''}`;
    await sql`insert into private.pickup_orders values (${farewell.fixture.transport}, '{hotel ximenal,hotel sol}')`;
    await sql`insert into private.pickup_times (transport_id, place, minutes_before)
      select ${farewell.fixture.transport}, place, 20 from unnest('{hotel ximenal,hotel sol}'::text[]) place`;
    await sql`insert into private.pickup_changes (transport_id, place, changed_at, tell_at)
      select transport_id, place, now(), now() from private.pickup_times`;
    await farewell.erase();
    expect(await sql`select places from private.pickup_orders`).toEqual([{ places: ['hotel sol'] }]);
    expect(await sql`select place from private.pickup_times`).toEqual([{ place: 'hotel sol' }]);
    expect(await sql`select place from private.pickup_changes`).toEqual([{ place: 'hotel sol' }]);
  });

  test('detaches every column that refers to a person, and never deletes money', async () => {
    const columns = await farewell.fixture.db.sql<{ column: string; action: string }[]>`
      select format('%s.%s', c.conrelid::regclass, a.attname) as column,
        case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'refuses' end as action
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid in ('public.profiles'::regclass, 'public.profile_cards'::regclass, 'auth.users'::regclass,
        'public.referral_links'::regclass, 'public.referrals'::regclass) order by 1`;
    // A commission is a financial record, so it prevents its referral from being deleted.
    expect(columns.filter(({ action }) => action === 'refuses').map(({ column }) => column)).toEqual([
      'commissions.referral_id',
    ]);
    const money = /^(private\.)?(ledger|payments|commissions|commission_|referrals|bookings|holds)/;
    expect(columns.filter(({ column, action }) => action === 'cascade' && money.test(column))).toEqual([]);
    expect(columns.length).toBeGreaterThan(60);
  });

  test("keeps a partner's commissions, links and codes, but pays nobody and gives nobody the code", async () => {
    const { sql } = farewell.fixture.db;
    const partner = await referUsers(sql, [farewell.person]);
    await farewell.travel();
    expect((await farewell.terms(partner)).unpaid_commissions).toHaveLength(1);
    const commissions = () => sql`select amount, status, currency_code from public.commissions order by id`;
    const [before, ledger] = [await commissions(), await sql`select party, amount from private.ledger order by id`];
    expect(before).toHaveLength(2);
    await farewell.erase(partner);
    expect(await commissions()).toEqual(before);
    expect(await sql`select party, amount from private.ledger order by id`).toEqual(ledger);
    expect(await sql`select user_id, name, code, active from public.referral_links`).toEqual([
      { user_id: null, name: 'Deleted account', code: 'HOTEL1', active: false },
    ]);
    // A guest who books only now has no referral, and the sale is split among the others.
    await payFor(farewell.fixture, farewell.checkout, farewell.person);
    expect(await brokenInvariants(farewell.fixture)).toEqual([]);
  });

  test("splits a deleted partner's share among the others when a booking through them is paid", async () => {
    const { sql } = farewell.fixture.db;
    const partner = await referUsers(sql, [farewell.person]);
    const hold = await createHold(
      farewell.fixture,
      farewell.person,
      holdRequest(farewell.fixture, { payment_method: 'cash' }),
    );
    const [booked] = await farewell.fixture.db.as(
      signedIn(farewell.person),
      (as) => as`select public.book_cash(${hold.hold_id}) ->> 'booking_id' as id`,
    );
    await farewell.erase(partner);
    await farewell.fixture.db.as(signedIn(farewell.fixture.staff), (as) =>
      as.unsafe(`select ${statusCall(booked?.id, 'paid')}`),
    );
    expect(await sql`select party, amount from private.ledger order by party`).toEqual([
      { party: 'app', amount: '17.55' },
      { party: 'operator', amount: '140.40' },
      { party: 'territory', amount: '17.55' },
    ]);
  });

  test('keeps the commissions of a deleted link', async () => {
    const partner = await referUsers(farewell.fixture.db.sql, [farewell.person]);
    await farewell.travel();
    await farewell.fixture.db.sql`delete from public.referral_links where code = 'HOTEL1'`;
    expect(await farewell.fixture.db.sql`select partner_id from public.commissions`).toEqual([
      { partner_id: partner },
      { partner_id: partner },
    ]);
  });

  test('keeps the audit log under a name that identifies nobody', async () => {
    await farewell.liveHere(await farewell.travel());
    await farewell.erase();
    const trail = await farewell.fixture.db.sql<{ action: string; actor_id: string; subject_id: string }[]>`
      select action, actor_id, subject_id from public.audit_log where action in ('outbox_retried', 'member_updated', 'account_deleted') order by action`;
    const alias = trail[0]?.actor_id;
    expect(alias).not.toBe(farewell.person);
    expect(trail).toEqual([
      { action: 'account_deleted', actor_id: alias, subject_id: alias },
      { action: 'member_updated', actor_id: farewell.fixture.manager, subject_id: alias },
      { action: 'outbox_retried', actor_id: alias, subject_id: '1' },
    ]);
  });

  test('changes nothing and notifies nobody when repeated, later or at the same time', async () => {
    expect(await Promise.all([farewell.erase(), farewell.erase(), farewell.erase()])).toEqual(
      expect.arrayContaining([true, false, false]),
    );
    expect(await farewell.erase()).toBe(false);
    expect(await farewell.fixture.db.sql`select 1 from private.outbox where template = 'account_deleted'`).toHaveLength(
      1,
    );
  });

  test('leaves nothing behind when the auth service deletes the user', async () => {
    await farewell.liveHere(await farewell.travel());
    await farewell.fixture.db.sql`delete from auth.users where id = ${farewell.person}`;
    expect(await traces(farewell.fixture.db.sql, [...WORDS, farewell.person])).toEqual([]);
  });

  test("succeeds with a hostile name, and keeps other people's words", async () => {
    await farewell.fixture.db.sql`update public.profiles set full_name = '.*(a+)+[$' where id = ${farewell.person}`;
    await farewell.fixture.db.as(
      signedIn(farewell.person),
      (as) => as`insert into public.territory_messages (territory_id, message) values ('rio', 'aaa and .*(a+)+[$ too')`,
    );
    await farewell.erase();
    expect(await farewell.fixture.db.sql`select message from public.territory_messages`).toEqual([
      { message: 'aaa and .*(a+)+[$ too' },
    ]);
  });
});
