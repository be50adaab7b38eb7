import { afterEach, beforeEach } from 'vitest';
import { type Checkout, createCheckout, payFor } from '../booking/support/checkout.ts';
import { createFixture, createUsers, type Fixture, grantRole, rideOf, signedIn } from '../booking/support/fixture.ts';
import { serviceRpc } from '../booking/support/rpc.ts';

export const NAME = 'Ximena Quetzalli';
const EMAIL = 'ximena.q@traces.test';
const PHONE = '+50277001122';
/** The number shown to guests of the person's own tours. */
const GUIDE_PHONE = '+50277003344';
/** The account for the person's payouts. Everything but the account itself has it masked. */
const ACCOUNT_NUMBER = '30170049157';
export const PASSENGER = 'Wilhelmina Passenger';
/** Texts that identify the person anywhere. */
export const WORDS = [
  NAME,
  EMAIL,
  '77001122',
  '7700-1122',
  '77003344',
  '7700-3344',
  PASSENGER,
  'Hotel Ximenal',
  'Posada Quetzalli',
  ACCOUNT_NUMBER,
  '•••• 9157',
];

interface Terms {
  blockers: { code: string; total: number; items: { title: string; titles: object }[] }[];
  unpaid_commissions: unknown[];
}

/** A person with a unique name, in a territory. */
export class Farewell {
  fixture!: Fixture;
  checkout!: Checkout;
  person!: string;

  async begin(): Promise<void> {
    this.fixture = await createFixture();
    this.checkout = createCheckout(this.fixture);
    const { sql } = this.fixture.db;
    [this.person = ''] = await createUsers(sql, 1);
    await sql`update auth.users set email = ${EMAIL}, raw_user_meta_data = ${sql.json({ full_name: NAME })} where id = ${this.person}`;
    await sql`select private.give_account(${this.person}, 'given')`;
    await sql`update public.profiles set full_name = ${NAME}, bio = ${`I am ${NAME}`}, hotel_name = 'Posada Quetzalli' where id = ${this.person}`;
  }

  service(name: string, args: Record<string, unknown>): Promise<unknown> {
    return serviceRpc(this.fixture.db)(name, args);
  }

  erase(id = this.person): Promise<unknown> {
    return this.service('erase_account', { p_user_id: id });
  }

  async terms(id = this.person): Promise<Terms> {
    const [row] = await this.fixture.db.as(signedIn(id), (sql) => sql`select public.account_deletion_terms() as terms`);
    return row?.terms as Terms;
  }

  /** Moves all bookings into the past. */
  letTimePass() {
    return this.fixture.db.sql.begin(async (sql) => {
      // Moves the dates in two steps, because in one step a departure could collide with another that has not moved
      // yet.
      await sql`update public.departures set service_date = service_date - 10030`;
      await sql`update public.departures set service_date = service_date + 10000`;
      await sql`update public.bookings set booking_date = booking_date - 30, check_in_status = 'checked_in', status = 'checked_in'`;
    });
  }

  /** Adds a paid experience and a paid shuttle with two named passengers, both in the past. */
  async travel(user = this.person) {
    const tour = await payFor(this.fixture, this.checkout, user, {
      whatsapp_number: PHONE,
      hotel_name: 'Hotel Ximenal',
    });
    const ride = await payFor(this.fixture, this.checkout, user, {
      ...rideOf(this.fixture),
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
    await this.letTimePass();
    return { tour: tour.booking, ride: ride.booking };
  }

  /** Adds a row to every table in which a person has data. */
  async liveHere({ tour, ride }: { tour: string; ride: string }) {
    const { person, fixture } = this;
    const { sql } = fixture.db;
    const [other = ''] = await createUsers(sql, 1);
    const url = `/storage/v1/object/public/media/user-submissions/${person}/a.webp`;
    const said = `It is ${NAME}, write to ${EMAIL.toUpperCase()} or call +502 7700-1122`;
    await sql`update public.bookings set passport_images = ${[`${person}/p.webp`]} where id = ${tour}`;
    await sql`insert into storage.objects (bucket_id, name, owner_id) values
      ('media', ${`user-submissions/${person}/a.webp`}, ${person})`;
    // The person reviews as a guest, because a guide can't review their own trip.
    await fixture.db.as(
      signedIn(person),
      (as) => as`select public.create_review(${tour}, 5, ${`Signed, ${NAME}`}, array[${url}])`,
    );
    await grantRole(sql, person, 'tour_guide', 'rio');
    await grantRole(sql, person, 'travel_partner', 'rio');
    await grantRole(sql, person, 'shuttle_driver', 'lago');
    await fixture.db.as(signedIn(person), async (as) => {
      await as`select public.send_message(${tour}, ${said})`;
      await as`select public.save_guide_number(${GUIDE_PHONE})`;
      await as`select public.send_message(${tour}, 'At work I am +502 7700-3344')`;
      await as`insert into public.territory_messages (territory_id, message) values ('rio', ${said})`;
      await as`insert into public.territory_followers (territory_id) values ('lago')`;
      await as`select public.submit_content(array[${url}], '{image}', ${said}, 'Here')`;
      await as`select public.add_my_role('territory_manager')`;
      await as`select public.register_referral('NOBODY')`;
      await as`insert into public.referral_links (name) values (${`Desk of ${NAME}`})`;
    });
    await fixture.db.as({ role: 'authenticated', sub: person, amr: justNow() }, async (as) => {
      const details = { holder: NAME, kind: 'person', bank: 'Bank', account_type: 'savings', currency_code: 'GTQ' };
      await as`select public.save_payee_account(${as.json({ ...details, account_number: ACCOUNT_NUMBER })})`;
    });
    await sql`insert into public.conditions (id, territory_id, subject, state, text, translations, starts_at, ends_at, tell, posted_by)
      values (gen_random_uuid(), 'rio', 'road', 'closed', ${said}, ${sql.json({ es: { text: said } })}, now(), now() + interval '1 day', false, ${person})`;
    await sql`insert into public.condition_changes (condition_id, revision, state, text, language, translations, ends_at, changed_by)
      select id, revision, state, text, language, translations, ends_at, posted_by from public.conditions`;
    await sql`select service.submit_contact(${person}, ${NAME}, ${said})`;
    await sql`select service.submit_partner_application(${person}, 'tour_guide', ${NAME}, ${EMAIL}, ${PHONE}, null, null)`;
    const post = await one(sql`select id from public.territory_messages where user_id = ${person}`);
    await fixture.db.as(signedIn(other), async (as) => {
      await as`insert into public.territory_messages (territory_id, message, parent_id) values ('rio', 'Welcome!', ${post.id})`;
      await as`select public.report_message(${post.id}, 'an address')`;
    });
    await fixture.db.as(signedIn(fixture.manager), async (as) => {
      await as`select public.save_member(id, 'rio', updated_at, 'Posada Quetzalli', 12) from public.list_members('rio', p_id => ${person})`;
      await as`select public.create_invite(${EMAIL}, '{tour_guide}', 'rio', ${NAME})`;
      await as`select public.send_message(${ride}, 'See you there')`;
    });
    const contact = await one(sql`select id from public.contact_messages where user_id = ${person}`);
    await this.service('queue_contact_mail', { p_id: contact.id, p_recipient: 'team@example.test' });
    await sql`select private.new_link('unsubscribe:message', ${person})`;
    await sql`insert into public.audit_log (actor_id, action, subject_table, subject_id, detail)
      values (${person}, 'outbox_retried', 'outbox', '1', ${sql.json({ last_error: `550 <${EMAIL}> unknown` })})`;
    return { post: post.id, other };
  }
}

const justNow = () => [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }];
const one = async (query: PromiseLike<readonly unknown[]>) => (await query)[0] as { id: string };

/** Creates a separate person for each test of the file. */
export function farewellForEachTest(): Farewell {
  const farewell = new Farewell();
  beforeEach(() => farewell.begin());
  afterEach(() => farewell.fixture.db.drop());
  return farewell;
}
