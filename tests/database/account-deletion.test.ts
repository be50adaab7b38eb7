import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepAlive } from '../functions/support.ts';
import { traces } from '../support/traces.ts';
import { type Checkout, createCheckout, payFor } from './booking/support/checkout.ts';
import { serviceRpc } from './booking/support/rpc.ts';
import {
  brokenInvariants,
  createHold,
  createUsers,
  createWorld,
  daysFromNow,
  grantRole,
  holdRequest,
  referUsers,
  refusal,
  signedIn,
  transportRequest,
  type World,
} from './booking/support/world.ts';

const NAME = 'Ximena Quetzalli';
const EMAIL = 'ximena.q@traces.test';
const PHONE = '+50277001122';
const PASSENGER = 'Wilhelmina Passenger';
const WORDS = [NAME, EMAIL, '77001122', '7700-1122', PASSENGER, 'Hotel Ximenal', 'Posada Quetzalli'];

const pending = keepAlive();
let world: World;
let checkout: Checkout;
let person: string;
beforeEach(async () => {
  world = await createWorld();
  checkout = createCheckout(world);
  [person = ''] = await createUsers(world.db.sql, 1);
  await world.db
    .sql`update auth.users set email = ${EMAIL}, raw_user_meta_data = ${world.db.sql.json({ full_name: NAME })} where id = ${person}`;
  await world.db
    .sql`update public.profiles set full_name = ${NAME}, bio = ${`I am ${NAME}`}, hotel_name = 'Posada Quetzalli' where id = ${person}`;
});
afterEach(async () => {
  await pending.settled();
  await world.db.drop();
});

const service = () => serviceRpc(world.db);
const erase = (id = person) => service()('erase_account', { p_user_id: id });
const terms = async (id = person) => {
  const [row] = await world.db.as(signedIn(id), (sql) => sql`select public.account_deletion_terms() as terms`);
  return row?.terms as {
    blockers: { code: string; total: number; items: { title: string }[] }[];
    unpaid_commissions: unknown[];
  };
};
const codes = async (id = person) => (await terms(id)).blockers.map(({ code }) => code);
const one = async <T>(query: PromiseLike<readonly unknown[]>) => ((await query) as T[])[0] as T;

/** Days go by: everything that was booked lies behind. */
const letTimePass = () =>
  world.db.sql.begin(async (sql) => {
    await sql`update public.departures set service_date = service_date - 30`;
    await sql`update public.bookings set booking_date = booking_date - 30, check_in_status = 'checked_in', status = 'checked_in'`;
    await sql`update public.transport_bookings set booking_date = booking_date - 30, check_in_status = 'checked_in', status = 'checked_in'`;
  });

/** One paid experience and one paid shuttle with two named passengers, both over by now. */
async function travel(user = person) {
  const tour = await payFor(world, checkout, user, { whatsapp_number: PHONE, hotel_name: 'Hotel Ximenal' });
  const ride = await payFor(world, checkout, user, {
    ...transportRequest(world),
    whatsapp_number: PHONE,
    num_people: 2,
    passenger_details: [NAME, PASSENGER].map((name) => ({
      name,
      email: EMAIL,
      whatsapp: PHONE,
      country: 'GT',
      speaks_spanish: true,
    })),
  });
  await letTimePass();
  return { tour: tour.booking, ride: ride.booking };
}

/** Something in every table that a person leaves something in. */
async function liveHere({ tour, ride }: { tour: string; ride: string }) {
  const { sql } = world.db;
  const [other = ''] = await createUsers(sql, 1);
  await grantRole(sql, person, 'tour_guide', 'rio');
  await grantRole(sql, person, 'travel_partner', 'rio');
  await grantRole(sql, person, 'shuttle_driver', 'lago');
  const url = `/storage/v1/object/public/media/user-submissions/${person}/a.webp`;
  const said = `It is ${NAME}, write to ${EMAIL.toUpperCase()} or call +502 7700-1122`;
  await sql`update public.bookings set passport_image = ${`${person}/p.webp`} where id = ${tour}`;
  await sql`insert into storage.objects (bucket_id, name, owner_id) values
    ('media', ${`user-submissions/${person}/a.webp`}, ${person})`;
  await world.db.as(signedIn(person), async (as) => {
    await as`select public.send_message('experience', ${tour}, ${said})`;
    await as`select public.create_review('experience', ${tour}, 5, ${`Signed, ${NAME}`}, array[${url}])`;
    await as`insert into public.territory_messages (territory_id, message) values ('rio', ${said})`;
    await as`insert into public.territory_followers (territory_id) values ('lago')`;
    await as`select public.submit_content(array[${url}], '{image}', ${said}, 'Here')`;
    await as`select public.submit_contact(${NAME}, ${said})`;
    await as`select public.submit_partner_application('tour_guide', ${NAME}, ${EMAIL}, ${PHONE})`;
    await as`select public.add_my_role('territory_manager')`;
    await as`select public.register_referral('NOBODY')`;
    await as`insert into public.referral_links (name) values (${`Desk of ${NAME}`})`;
  });
  const post = await one<{ id: string }>(sql`select id from public.territory_messages where user_id = ${person}`);
  await world.db.as(signedIn(other), async (as) => {
    await as`insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'Welcome!', ${post.id})`;
    await as`select public.report_message(${post.id}, 'an address')`;
  });
  await world.db.as(signedIn(world.manager), async (as) => {
    await as`select public.update_member(${person}, ${NAME}, 'Posada Quetzalli', 12)`;
    await as`select public.create_invite(${EMAIL}, '{tour_guide}', 'rio', ${NAME})`;
    await as`select public.send_message('transport', ${ride}, 'See you there')`;
  });
  const contact = await one<{ id: string }>(sql`select id from public.contact_messages where user_id = ${person}`);
  await service()('queue_contact_mail', { p_id: contact.id, p_recipient: 'team@example.test' });
  await sql`insert into public.audit_log (actor_id, action, subject_table, subject_id, detail)
    values (${person}, 'outbox_retried', 'outbox', '1', ${sql.json({ last_error: `550 <${EMAIL}> unknown` })})`;
  return { post: post.id, other };
}

describe('the end of an account', () => {
  test('leaves no trace of the person in any table but the auth service’s, which goes next', async () => {
    const journey = await travel();
    await liveHere(journey);
    expect((await traces(world.db.sql, WORDS)).length).toBeGreaterThan(15);

    await erase();
    const left = await traces(world.db.sql, WORDS);
    expect(left.filter((trace) => !trace.startsWith('auth.') && !trace.includes('"account_deleted"'))).toEqual([]);
    // The confirmation alone still knows the address; it goes when it has left.
    await checkout.deps.admin('claim_outbox', { p_limit: 50 });
    await world.db.sql`update private.outbox set state = 'sent' where template = 'account_deleted'`;
    expect(await service()('account_files', { p_user_id: person, p_limit: 10 })).toEqual([
      { bucket: 'media', name: `user-submissions/${person}/a.webp` },
    ]);
    await world.db.sql`delete from auth.users where id = ${person}`;
    expect(await traces(world.db.sql, [...WORDS, person])).toEqual([
      // Which photos stood on a page is nobody's secret; who ended it is a note until it has ended.
      expect.stringContaining('private.account_deletions'),
    ]);
  });

  test('the scan notices what is forgotten', async () => {
    await travel();
    await erase();
    await world.db
      .sql`update public.transport_bookings set passenger_details = ${world.db.sql.json([{ name: PASSENGER }])}`;
    expect(await traces(world.db.sql, WORDS)).toContainEqual(
      expect.stringMatching(/^public\.transport_bookings: .*Wilhelmina/),
    );
  });

  test('bookings, money, messages and reviews stay, without the person', async () => {
    const journey = await travel();
    const { post } = await liveHere(journey);
    const { sql } = world.db;
    const money = () =>
      sql`select booking_id, transport_booking_id, party, kind, amount from private.ledger order by id`;
    const [before, seats] = [await money(), await sql`select id, sold, held from public.departures order by id`];
    await erase();
    expect(await money()).toEqual(before);
    expect(await sql`select id, sold, held from public.departures order by id`).toEqual(seats);
    expect(await brokenInvariants(world)).toEqual([]);
    expect(
      await sql`select tourist_id, num_people, total_price, status, whatsapp_number, hotel_name, passport_image, country
      from public.bookings`,
    ).toEqual([
      {
        tourist_id: null,
        num_people: 1,
        total_price: '175.50',
        status: 'checked_in',
        whatsapp_number: '',
        hotel_name: null,
        passport_image: null,
        country: 'GT',
      },
    ]);
    expect(await sql`select tourist_id, num_people, passenger_details from public.transport_bookings`).toEqual([
      { tourist_id: null, num_people: 2, passenger_details: [] },
    ]);
    expect(await sql`select sender_id, message from public.messages order by created_at`).toEqual([
      { sender_id: null, message: 'It is [removed], write to [removed] or call [removed]' },
      { sender_id: world.manager, message: 'See you there' },
    ]);
    expect(await sql`select author_id, rating, text, photo_urls from public.reviews`).toEqual([
      { author_id: null, rating: 5, text: 'Signed, [removed]', photo_urls: [] },
    ]);
    expect(await sql`select user_id, message from public.territory_messages where id = ${post}`).toEqual([
      { user_id: null, message: 'It is [removed], write to [removed] or call [removed]' },
    ]);
    expect(await sql`select 1 from public.territory_messages where parent_id = ${post}`).toHaveLength(1);
  });

  test('every column that refers to a person lets go of them, and money never goes along', async () => {
    const columns = await world.db.sql<{ column: string; action: string }[]>`
      select format('%s.%s', c.conrelid::regclass, a.attname) as column,
        case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'refuses' end as action
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid in ('public.profiles'::regclass, 'public.profile_cards'::regclass, 'auth.users'::regclass,
        'public.referral_links'::regclass, 'public.referrals'::regclass) order by 1`;
    // A commission is a row of money: it keeps its referral from being deleted.
    expect(columns.filter(({ action }) => action === 'refuses').map(({ column }) => column)).toEqual([
      'commissions.referral_id',
    ]);
    const money = /^(private\.)?(ledger|payments|commissions|commission_|referrals|bookings|transport_bookings|holds)/;
    expect(columns.filter(({ column, action }) => action === 'cascade' && money.test(column))).toEqual([]);
    expect(columns.length).toBeGreaterThan(60);
  });

  test('a partner’s commissions, links and codes stay; the code pays nobody and is given to nobody', async () => {
    const { sql } = world.db;
    const partner = await referUsers(sql, [person]);
    await travel();
    expect((await terms(partner)).unpaid_commissions).toHaveLength(1);
    const commissions = () => sql`select amount, status, currency_code from public.commissions order by id`;
    const [before, ledger] = [await commissions(), await sql`select party, amount from private.ledger order by id`];
    expect(before).toHaveLength(2);
    await erase(partner);
    expect(await commissions()).toEqual(before);
    expect(await sql`select party, amount from private.ledger order by id`).toEqual(ledger);
    expect(await sql`select user_id, name, code, active from public.referral_links`).toEqual([
      { user_id: null, name: 'Deleted account', code: 'HOTEL1', active: false },
    ]);
    // A guest of theirs who books only now is nobody's referral, and the sale is split among the others.
    await payFor(world, checkout, person);
    expect(await brokenInvariants(world)).toEqual([]);
  });

  test('a booking that was made through a partner who is gone when it is paid is split among the others', async () => {
    const { sql } = world.db;
    const partner = await referUsers(sql, [person]);
    const hold = await createHold(world, person, holdRequest(world, { payment_method: 'cash' }));
    const [booked] = await world.db.as(
      signedIn(person),
      (as) => as`select public.book_cash(${hold.hold_id}) ->> 'booking_id' as id`,
    );
    await erase(partner);
    await world.db.as(
      signedIn(world.staff),
      (as) => as`select public.set_booking_status('experience', ${booked?.id}, 'paid')`,
    );
    expect(await sql`select party, amount from private.ledger order by party`).toEqual([
      { party: 'app', amount: '17.55' },
      { party: 'operator', amount: '140.40' },
      { party: 'territory', amount: '17.55' },
    ]);
  });

  test('a link that is deleted leaves the commissions where they are', async () => {
    const partner = await referUsers(world.db.sql, [person]);
    await travel();
    await world.db.sql`delete from public.referral_links where code = 'HOTEL1'`;
    expect(await world.db.sql`select partner_id from public.commissions`).toEqual([
      { partner_id: partner },
      { partner_id: partner },
    ]);
  });

  test('the trail stays under one name that leads to nobody', async () => {
    await liveHere(await travel());
    await erase();
    const trail = await world.db.sql<{ action: string; actor_id: string; subject_id: string }[]>`
      select action, actor_id, subject_id from public.audit_log where action in ('outbox_retried', 'member_updated', 'account_deleted') order by action`;
    const alias = trail[0]?.actor_id;
    expect(alias).not.toBe(person);
    expect(trail).toEqual([
      { action: 'account_deleted', actor_id: alias, subject_id: alias },
      { action: 'member_updated', actor_id: world.manager, subject_id: alias },
      { action: 'outbox_retried', actor_id: alias, subject_id: '1' },
    ]);
  });

  test('again, at once or at the same time, changes nothing and tells nobody twice', async () => {
    expect(await Promise.all([erase(), erase(), erase()])).toEqual(expect.arrayContaining([true, false, false]));
    expect(await erase()).toBe(false);
    expect(await world.db.sql`select 1 from private.outbox where template = 'account_deleted'`).toHaveLength(1);
  });

  test('whoever deletes the user in the auth service leaves nothing behind either', async () => {
    await liveHere(await travel());
    await world.db.sql`delete from auth.users where id = ${person}`;
    expect(await traces(world.db.sql, [...WORDS, person])).toEqual([]);
  });

  test('a hostile name neither breaks the deletion nor eats other people’s words', async () => {
    await world.db.sql`update public.profiles set full_name = '.*(a+)+[$' where id = ${person}`;
    await world.db.as(
      signedIn(person),
      (as) => as`insert into public.territory_messages (territory_id, message) values ('rio', 'aaa and .*(a+)+[$ too')`,
    );
    await erase();
    expect(await world.db.sql`select message from public.territory_messages`).toEqual([
      { message: 'aaa and .*(a+)+[$ too' },
    ]);
  });
});

describe('what has to be settled first', () => {
  test('a booking that is still to come, paid or not: it is listed, and refused until it is cancelled', async () => {
    const paid = await payFor(world, checkout, person);
    const hold = await createHold(
      world,
      person,
      holdRequest(world, { payment_method: 'cash', service_date: daysFromNow(0 + 5) }),
    );
    await world.db.as(signedIn(person), (as) => as`select public.book_cash(${hold.hold_id})`);
    const [blocker] = (await terms()).blockers;
    expect(blocker).toMatchObject({ code: 'open_bookings', total: 2 });
    expect(blocker?.items).toContainEqual({
      kind: 'experience',
      id: paid.booking,
      title: 'Castle & hot waterfall',
      date: world.date,
    });
    expect(await refusal(erase() as Promise<unknown>)).toMatchObject({ code: 'account_blocked' });
    expect(await world.db.sql`select full_name from public.profiles where id = ${person}`).toEqual([
      { full_name: NAME },
    ]);
    for (const { id } of await world.db.sql<{ id: string }[]>`select id from public.bookings`) {
      await world.db.as(signedIn(person), (as) => as`select public.cancel_booking('experience', ${id})`);
    }
    expect(await codes()).toEqual([]);
    await erase();
  });

  test('today’s booking is still to come until somebody has arrived or the day is over', async () => {
    const { booking } = await payFor(world, checkout, person);
    await world.db.sql`update public.bookings set booking_date = ${daysFromNow(0)} where id = ${booking}`;
    expect(await codes()).toEqual(['open_bookings']);
    await world.db.sql`update public.bookings set check_in_status = 'checked_in' where id = ${booking}`;
    expect(await codes()).toEqual([]);
    await world.db
      .sql`update public.bookings set check_in_status = 'pending', booking_date = ${daysFromNow(-1)} where id = ${booking}`;
    expect(await codes()).toEqual([]);
  });

  test('a guide with guests still to come', async () => {
    await payFor(world, checkout, person);
    expect(await terms(world.guide)).toMatchObject({
      blockers: [{ code: 'guided_bookings', total: 1, items: [{ title: 'Castle & hot waterfall', date: world.date }] }],
    });
    await letTimePass();
    expect(await codes(world.guide)).toEqual([]);
    const [next = ''] = await createUsers(world.db.sql, 1);
    await grantRole(world.db.sql, next, 'tour_guide', 'rio');
    await world.db.sql`insert into public.experience_guide_rankings (experience_id, guide_id, rank) values
      (${world.experience}, ${world.guide}, 1), (${world.experience}, ${next}, 2)`;
    await erase(world.guide);
    // The next in the ranking takes over what is sold from now on; who led the past is not said any more.
    expect(await world.db.sql`select guide_id from public.experiences`).toEqual([{ guide_id: next }]);
    expect(await world.db.sql`select guide_id from public.bookings`).toEqual([{ guide_id: null }]);
  });

  test('the only manager of a region, and the last administrator', async () => {
    expect(await terms(world.manager)).toMatchObject({
      blockers: [{ code: 'sole_manager', items: [{ title: 'Río Dulce' }] }],
    });
    await grantRole(world.db.sql, world.staff, 'territory_manager', 'rio');
    expect(await codes(world.manager)).toEqual([]);
    // Of two who leave at the same moment, one stays.
    const left = await Promise.allSettled([erase(world.manager), erase(world.staff)]);
    expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);

    await grantRole(world.db.sql, person, 'admin', null);
    expect(await codes()).toEqual(['last_admin']);
    expect(await refusal(erase() as Promise<unknown>)).toMatchObject({ code: 'account_blocked' });
  });

  test('held seats are free again', async () => {
    await createHold(world, person);
    expect(await refusal(erase() as Promise<unknown>)).toMatchObject({ code: 'payment_in_progress' });
    expect(await service()('prepare_account_deletion', { p_user_id: person })).toEqual([]);
    expect(await world.db.sql`select held from public.departures`).toEqual([{ held: 0 }]);
    await erase();
  });

  test('guesses at the password are counted', async () => {
    const attempt = () => service()('note_deletion_attempt', { p_user_id: person });
    for (let n = 0; n < 5; n += 1) await attempt();
    expect(await refusal(attempt())).toMatchObject({ code: 'too_many_attempts' });
    await world.db.sql`update private.account_deletions set first_attempt_at = now() - interval '16 minutes'`;
    await attempt();
  });
});
