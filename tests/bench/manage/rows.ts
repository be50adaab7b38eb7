import type { LargeSizes } from '../../../supabase/seed/large.ts';
import { connect } from '../requests.ts';
import { dayStatements } from './day.ts';
import { numberOf, perTerritory, TERRITORY_ID, teamOf, userIdOf, WORKERS, workerNumber } from './people.ts';

const user = (n: string) => `('a0000000-0000-4000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;
const booking = (n: string) => `('e0000000-0000-4000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;
const territory = (n: string) => `'large-' || lpad(((${n}) % 20)::text, 2, '0')`;

/** Returns the number of a territory's services and pickup locations, enough for forty to leave on one day. */
export const servicesOf = (sizes: LargeSizes) => perTerritory(sizes.experiences);

/**
 * Adds rows for the work screens that the large load leaves out. The logs get as many rows as there are users, the
 * queues as many as there are experiences, and the measured territory its share of them.
 */
export async function addWork(url: string, sizes: LargeSizes): Promise<void> {
  const sql = connect(url, 1);
  try {
    const statements = [peopleStatements, transportStatements, queueStatements, referralStatements, dayStatements];
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`set local work_mem = '64MB'`;
      for (const statement of statements.flatMap((of) => of(sizes))) {
        // A view takes no rows without its triggers, and says nothing about it.
        const { count } = await transaction.unsafe(statement);
        if (count === 0) throw new Error(`No row was written: ${statement}`);
      }
    });
    // Triggers normally do this, but they were disabled.
    await sql`select private.index_missing_bookings(), private.credit_missing_earnings()`;
    await sql`vacuum analyze`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function peopleStatements(sizes: LargeSizes): string[] {
  const per = teamOf(sizes);
  const workers = WORKERS.flatMap((role) => {
    const id = user(`${workerNumber(sizes, role, 0)} - k`);
    const rows = `generate_series(0, ${per - 1}) k`;
    return [
      `insert into private.role_grants (user_id, role, territory_id, business_name, commission_level)
       select ${id}, '${role}', '${TERRITORY_ID}', case when '${role}' = 'travel_partner' then 'Hotel ' || k end,
         case when '${role}' = 'travel_partner' then 10 end from ${rows}`,
      `update public.profiles set roles = '{tourist,${role}}', territory_id = '${TERRITORY_ID}'
       where id in (select ${id} from ${rows})`,
      `insert into public.invites (code_hash, email, full_name, roles, territory_id, expires_at)
       select md5('${role}' || k), '${role}-' || k || '@invited.test', 'Invited ' || k, '{${role}}', '${TERRITORY_ID}', now() + interval '7 days'
       from ${rows}`,
    ];
  });
  const admin = userIdOf(sizes, 'admin');
  return [
    ...workers,
    `insert into private.role_grants (user_id, role) values ('${admin}', 'admin')`,
    `update public.profiles set roles = '{tourist,admin}' where id = '${admin}'`,
    `insert into public.shuttle_drivers (driver_id, territory_id)
     select ${user(`${workerNumber(sizes, 'shuttle_driver', 0)} - k`)}, '${TERRITORY_ID}' from generate_series(0, ${per - 1}) k`,
  ];
}

/** Returns statements for services with a departure a day, each with ten passengers. Half of them are in the past. */
function transportStatements(sizes: LargeSizes): string[] {
  const services = servicesOf(sizes);
  const departures = perTerritory(sizes.bookings / 10);
  const service = (n: string) => `md5('service' || ${n})::uuid`;
  const day = `current_date + case when (d / ${services}) % 2 = 0 then 2 + d / ${services} / 2 else -2 - d / ${services} / 2 end`;
  const firstGuest = numberOf(sizes, 'manager') + 20;
  return [
    `insert into public.pickup_locations (id, territory_id, name, directions)
     select 'pu_large' || k, '${TERRITORY_ID}', 'Dock ' || k, 'At the dock.' from generate_series(0, ${services - 1}) k`,
    `insert into public.services (kind, id, territory_id, transport_type_id, title, description, duration_hours, shared_price, max_spots,
       available_spots, min_private_guests, max_private_guests, pickup_location, pickup_location_id)
     select 'transport', ${service('k')}, '${TERRITORY_ID}', 'shuttle', 'Shuttle ' || k, 'Made for benchmarks.', 2, 100, 20, 20, 1, 20, 'Dock ' || k,
       'pu_large' || k from generate_series(0, ${services - 1}) k`,
    `insert into public.slots (kind, id, service_id, start_time, max_spots, available_spots)
     select 'transport', ${service('k')}, ${service('k')}, time '06:00' + k % 16 * interval '1 hour', 20, 20 from generate_series(0, ${services - 1}) k`,
    `insert into public.driver_schedules (driver_id, slot_id, day_of_week)
     select ${user(`${workerNumber(sizes, 'shuttle_driver', 1)} - k % ${teamOf(sizes) - 1}`)}, ${service('k')}, 'monday'
     from generate_series(0, ${services - 1}) k`,
    `insert into public.departures (kind, id, slot_id, service_id, territory_id, service_date, capacity, sold, start_time)
     select 'transport', md5('run' || d)::uuid, ${service(`d % ${services}`)}, ${service(`d % ${services}`)}, '${TERRITORY_ID}', ${day}, 20, 10, time '06:00' + (d % ${services}) % 16 * interval '1 hour' from generate_series(0, ${departures - 1}) d`,
    `insert into public.bookings (kind, departure_id, service_id, slot_id, territory_id, tourist_id, booking_date, start_time, num_people, seats,
       booking_type, unit_price, total_price, currency_code, payment_method, status, whatsapp_number, country, waiver_version, waiver_accepted_at)
     select 'transport', md5('run' || d)::uuid, ${service(`d % ${services}`)}, ${service(`d % ${services}`)}, '${TERRITORY_ID}', ${user(`${firstGuest} + (d * 10 + p) * 7919::bigint % ${Math.floor(sizes.users / 2)}`)},
       ${day}, time '06:00' + (d % ${services}) % 16 * interval '1 hour', 1, 1, 'shared', 100, 100, 'GTQ', 'cash', 'ordered', '+12025550100', 'DE',
       '2026-01', now()
     from generate_series(0, ${departures - 1}) d, generate_series(1, 10) p`,
  ];
}

function queueStatements({ users, experiences }: LargeSizes): string[] {
  const waiting = `generate_series(0, ${experiences - 1}) n`;
  const at = `now() - n * interval '1 minute'`;
  const from = user(`n % ${users}`);
  return [
    `insert into public.audit_log (at, actor_id, action, territory_id, subject_table, subject_id)
     select now() - (${users} - n) * interval '1 minute', ${from}, 'role_granted', ${territory('n')}, 'profiles', 'n' || n from generate_series(1, ${users}) n`,
    // A tenth of each is discarded, queued, or failed once.
    `insert into private.outbox (dedupe_key, kind, template, recipient, state, attempts, sent_at, last_error)
     select 'large-' || n, 'email', 'booking_confirmed', 'large-' || n || '@territorio.test',
       case n % 10 when 0 then 'dead' when 1 then 'queued' when 2 then 'queued' else 'sent' end, case n % 10 when 0 then 8 when 1 then 2 else 0 end,
       case when n % 10 > 2 then now() - n * interval '1 minute' end, case when n % 10 < 2 then 'The mailbox is full' end
     from generate_series(1, ${users}) n`,
    `insert into public.territory_messages (id, territory_id, user_id, message)
     select md5('message' || n)::uuid, ${territory('n')}, ${from}, 'Message ' || n from ${waiting}`,
    `insert into public.message_reports (message_id, territory_id, reporter_id, reason, created_at)
     select md5('message' || n)::uuid, ${territory('n')}, ${from}, 'Spam', ${at} from ${waiting}`,
    `insert into public.reviews (booking_id, service_id, kind, territory_id, author_id, rating, text, reported_at)
     select b.id, b.service_id, b.kind, b.territory_id, b.tourist_id, 1 + n % 5, 'Review ' || n, ${at}
     from ${waiting} join public.bookings b on b.id = ${booking('n')}`,
    `insert into public.user_submissions (user_id, territory_id, media_urls, media_types, comment, location, created_at)
     select ${from}, ${territory('n')}, '{/storage/v1/object/public/media/user-submissions/none.webp}', '{image}', 'Comment ' || n, 'Livingston', ${at} from ${waiting}`,
    `insert into public.contact_messages (user_id, name, email, subject, message, created_at)
     select ${from}, 'Guest ' || n, 'guest-' || n || '@territorio.test', 'Question', 'Message ' || n, ${at} from ${waiting}`,
    `insert into public.partner_applications (user_id, kind, name, email, territory_id, message, created_at)
     select ${from}, 'hotel_partner', 'Hotel ' || n, 'hotel-' || n || '@territorio.test', ${territory('n')}, 'Message ' || n, ${at} from ${waiting}`,
    `insert into public.role_requests (user_id, role, territory_id, created_at)
     select ${from}, 'tour_guide', ${territory('n')}, ${at} from ${waiting}`,
  ];
}

/** Returns statements for the partner's links, their registrations, and the bookings that came through them. */
function referralStatements(sizes: LargeSizes): string[] {
  const per = perTerritory(sizes.experiences);
  const partner = userIdOf(sizes, 'partner');
  const link = (n: string) => `md5('link' || ${n})::uuid`;
  const referred = `generate_series(0, ${per - 1}) n join public.bookings b on b.id = ${booking(`n * ${Math.floor(sizes.bookings / per)}`)}`;
  return [
    `insert into public.referral_links (id, user_id, name, code, visits)
     select ${link('n')}, '${partner}', 'Link ' || n, 'LARG' || lpad(n::text, 2, '0'), 10 from generate_series(0, 19) n`,
    `insert into public.referral_registrations (user_id, referral_link_id, registered_at)
     select ${user(`${numberOf(sizes, 'manager')} + 100 + n`)}, ${link('n % 20')}, now() - n * interval '1 hour' from generate_series(0, ${per - 1}) n`,
    `insert into public.referrals (id, booking_id, referral_link_id, territory_id, partner_id, created_at)
     select md5('referral' || n)::uuid, b.id, ${link('n % 20')}, b.territory_id, '${partner}', b.created_at from ${referred}`,
    `insert into public.commissions (referral_id, amount, currency_code, territory_id, partner_id)
     select md5('referral' || n)::uuid, round(b.total_price / 10, 2), 'GTQ', b.territory_id, '${partner}' from ${referred}`,
    `update public.bookings b set referral_link_id = r.referral_link_id from public.referrals r where r.booking_id = b.id`,
  ];
}
