export interface LargeSizes {
  bookings: number;
  experiences: number;
  users: number;
}

export const LARGE_TERRITORIES = 20;
/** Bookings per departure. With at most three people each, there are enough seats among its 20. */
const PER_DEPARTURE = 4;
const CAPACITY = 20;
/** One user in a hundred is a guide. */
const USERS_PER_GUIDE = 100;

type Kind = 'user' | 'experience' | 'timeslot' | 'departure' | 'booking';
const PREFIX: Record<Kind, string> = { user: 'a', experience: 'b', timeslot: 'c', departure: 'd', booking: 'e' };

/** Returns the id of a kind's n-th row (from 0), for benchmarks that need a certain one. */
export const largeId = (kind: Kind, n: number) =>
  `${PREFIX[kind]}0000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
export const largeTerritory = (n: number) => `large-${(n % LARGE_TERRITORIES).toString().padStart(2, '0')}`;

const id = (kind: Kind, n: string) =>
  `('${PREFIX[kind]}0000000-0000-4000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;
const territory = (n: string) => `'large-' || lpad(((${n}) % ${LARGE_TERRITORIES})::text, 2, '0')`;
const series = (count: number) => `generate_series(0, ${count - 1}) n`;

export interface LargeStatement {
  table: string;
  sql: string;
}

/**
 * Returns the number of guides. They are the first users, and each belongs to the territory of its number, like its
 * experiences. The managers follow, one per territory.
 */
const guidesOf = (users: number) =>
  Math.max(1, Math.floor(users / USERS_PER_GUIDE / LARGE_TERRITORIES)) * LARGE_TERRITORIES;

/**
 * Returns the statements for territories, accounts, catalogue and departures, to which the bookings refer. They
 * must run in this order.
 */
export function baseStatements(sizes: LargeSizes, passwordHash: string): LargeStatement[] {
  return [...peopleStatements(sizes, passwordHash), ...catalogueStatements(sizes)];
}

function peopleStatements({ users }: LargeSizes, passwordHash: string): LargeStatement[] {
  const guides = guidesOf(users);
  // Managers follow the guides, one per territory.
  const role = `case when n < ${guides} then 'tour_guide' when n < ${guides + LARGE_TERRITORIES} then 'territory_manager' end`;
  const works = `n < ${guides + LARGE_TERRITORIES}`;
  return [
    {
      table: 'public.territories',
      sql: `insert into public.territories (id, name, description, summary)
        select ${territory('n')}, 'Large territory ' || n, 'Made for benchmarks.', 'Made for benchmarks.' from ${series(LARGE_TERRITORIES)}`,
    },
    {
      table: 'auth.users',
      sql: `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
        select ${id('user', 'n')}, 'authenticated', 'authenticated', 'large-' || n || '@territorio.test', '${passwordHash}', now(),
          '{"provider":"email","providers":["email"]}', '{}' from ${series(users)}`,
    },
    {
      table: 'public.profiles',
      sql: `insert into public.profiles (id, email, full_name, country, roles, territory_id)
        select ${id('user', 'n')}, 'large-' || n || '@territorio.test', 'Guest ' || n, (array['DE','GB','US','FR','GT','JP'])[n % 6 + 1],
          case when ${works} then array['tourist', ${role}] else '{tourist}' end, case when ${works} then ${territory('n')} end
        from ${series(users)}`,
    },
    {
      table: 'public.profile_cards',
      sql: `insert into public.profile_cards (id, full_name, country)
        select ${id('user', 'n')}, 'Guest ' || n, (array['DE','GB','US','FR','GT','JP'])[n % 6 + 1] from ${series(users)}`,
    },
    {
      table: 'private.account_owners',
      sql: `insert into private.account_owners (user_id, password_since, owned_since, how)
        select ${id('user', 'n')}, now(), now(), 'given' from ${series(users)}`,
    },
    {
      table: 'private.role_grants',
      sql: `insert into private.role_grants (user_id, role, territory_id)
        select ${id('user', 'n')}, 'tourist', null from ${series(users)}
        union all select ${id('user', 'n')}, ${role}, ${territory('n')} from ${series(users)} where ${works}`,
    },
  ];
}

function catalogueStatements(sizes: LargeSizes): LargeStatement[] {
  const { experiences } = sizes;
  const guides = guidesOf(sizes.users);
  const departures = Math.ceil(sizes.bookings / PER_DEPARTURE);
  return [
    {
      table: 'public.services',
      sql: `insert into public.services (kind, id, territory_id, guide_id, title, description, duration_hours, booking_type, shared_price,
          min_spots, max_spots, available_spots, featured, featured_order)
        select 'experience', ${id('experience', 'n')}, ${territory('n')}, ${id('user', `n % ${guides}`)}, 'Large experience ' || n,
          repeat('A day out, made for benchmarks. ', 20), 1 + n % 8, 'shared', 100 + n % 400, 1, ${CAPACITY}, ${CAPACITY},
          n < ${LARGE_TERRITORIES * 2}, case when n < ${LARGE_TERRITORIES * 2} then 1 + n / ${LARGE_TERRITORIES} end
        from ${series(experiences)}`,
    },
    {
      table: 'public.slots',
      sql: `insert into public.slots (kind, id, service_id, start_time, end_time, max_spots, available_spots)
        select 'experience', ${id('timeslot', 'n')}, ${id('experience', 'n')}, time '06:00' + (n % 10) * interval '1 hour',
          time '08:00' + (n % 10) * interval '1 hour', ${CAPACITY}, ${CAPACITY} from ${series(experiences)}`,
    },
    {
      table: 'public.departures',
      sql: `insert into public.departures (kind, id, slot_id, service_id, territory_id, service_date, capacity, sold, start_time)
        select 'experience', ${id('departure', 'd.n')}, ${id('timeslot', `d.n % ${experiences}`)}, ${id('experience', `d.n % ${experiences}`)},
          ${territory(`d.n % ${experiences}`)}, ${serviceDate('d.n', sizes)}, ${CAPACITY}, sum(f.num_people) filter (where f.live),
          case when sum(f.num_people) filter (where f.live) > 0 then time '06:00' + (d.n % ${experiences} % 10) * interval '1 hour' end
        from generate_series(0, ${departures - 1}) d (n)
        cross join lateral (select b.* from ${facts(sizes, 'd.n * 4', 'd.n * 4 + 3')} b) f group by d.n`,
    },
  ];
}

/**
 * Returns the date of a departure. An experience's departures are on different days of the last year and the next
 * month.
 */
function serviceDate(departure: string, { bookings, experiences }: LargeSizes): string {
  const rounds = Math.ceil(bookings / PER_DEPARTURE / experiences);
  const stride = Math.max(1, Math.floor(390 / rounds));
  return `(current_date + 30 - ((${departure}) / ${experiences}) * ${stride})::date`;
}

function facts(sizes: LargeSizes, from: string, to: string): string {
  const experience = `(n / ${PER_DEPARTURE}) % ${sizes.experiences}`;
  const date = serviceDate(`n / ${PER_DEPARTURE}`, sizes);
  // Guides and managers are the first users, and don't travel.
  const firstGuest = guidesOf(sizes.users) + LARGE_TERRITORIES;
  return `(select n, ${experience} as experience, ${date} as service_date, 1 + n % 3 as num_people, n % 20 <> 7 as live,
      ${firstGuest} + (n::bigint * 7919) % ${sizes.users - firstGuest} as tourist, (100 + (${experience}) % 400) as unit_price,
      ((100 + (${experience}) % 400) * (1 + n % 3))::numeric as total,
      case when n % 20 = 7 then 'refunded' when ${date} >= current_date then case when n % 5 = 0 then 'paid' else 'confirmed' end
        when n % 20 = 3 then 'no_show' else 'checked_in' end as status,
      least(now() - interval '1 hour', ${date}::timestamptz - (1 + n % 20) * interval '1 day') as made_at
    from generate_series(${from}, least(${to}, ${sizes.bookings - 1})) n)`;
}

/**
 * Returns the statements for bookings and their dependent rows. Two tables may be loaded in parallel, because none
 * reads another.
 */
export function bookingStatements(sizes: LargeSizes): LargeStatement[] {
  const all = `${facts(sizes, '0', `${sizes.bookings - 1}`)} f`;
  const guides = guidesOf(sizes.users);
  const booking = id('booking', 'f.n');
  // A region pays its people within a month.
  const paidOut = `case when f.live and f.service_date < current_date - 30 then 'paid' else 'pending' end`;
  return [
    {
      table: 'private.ledger',
      // These are the amounts of split_amount(total, 'GTQ', 0). Prices are whole quetzales, so a tenth has no
      // remainder.
      sql: `insert into private.ledger (booking_id, territory_id, party, party_user_id, kind, amount, currency_code, created_at)
        select ${booking}, ${territory('f.experience')}, s.party, case when s.party = 'operator' then ${id('user', `f.experience % ${guides}`)} end,
          s.kind, case s.kind when 'sale' then 1 else -1 end * f.total * s.share, 'GTQ', f.made_at + s.later
        from ${all}
        join (values ('operator', 'sale', 0.8, interval '0'), ('territory', 'sale', 0.1, interval '0'), ('app', 'sale', 0.1, interval '0'),
          ('operator', 'refund:1', 0.8, interval '1 hour'), ('territory', 'refund:1', 0.1, interval '1 hour'),
          ('app', 'refund:1', 0.1, interval '1 hour')) s (party, kind, share, later) on s.kind = 'sale' or not f.live`,
    },
    {
      table: 'public.bookings',
      sql: `insert into public.bookings (kind, id, departure_id, service_id, slot_id, territory_id, guide_id, tourist_id, booking_date,
          start_time, num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, payment_status, status,
          check_in_status, checked_in_at, whatsapp_number, country, waiver_version, waiver_accepted_at, created_at, updated_at,
          operator_status, territory_status)
        select 'experience', ${booking}, ${id('departure', `f.n / ${PER_DEPARTURE}`)}, ${id('experience', 'f.experience')}, ${id('timeslot', 'f.experience')},
          ${territory('f.experience')}, ${id('user', `f.experience % ${guides}`)}, ${id('user', 'f.tourist')}, f.service_date,
          time '06:00' + (f.experience % 10) * interval '1 hour', f.num_people, f.num_people, 'shared', f.unit_price, f.total, 'GTQ', 'card',
          'completed', f.status, case when f.status in ('checked_in', 'no_show') then f.status else 'pending' end,
          case when f.status in ('checked_in', 'no_show')
            then (f.service_date + time '06:00' + (f.experience % 10) * interval '1 hour') at time zone 'America/Guatemala' end, '+12025550100', 'DE', '2026-01', f.made_at,
          f.made_at, f.made_at, ${paidOut}, ${paidOut} from ${all}`,
    },
    {
      table: 'private.orders',
      sql: `insert into private.orders (id, tourist_id, currency_code, created_at)
        select ${booking}, ${id('user', 'f.tourist')}, 'GTQ', f.made_at from ${all}`,
    },
    {
      table: 'private.payments',
      sql: `insert into private.payments (id, order_id, payment_intent_id, currency, status, created_at, updated_at)
        select ${booking}, ${booking}, 'pi_large_' || f.n, 'gtq', 'succeeded', f.made_at, f.made_at from ${all}`,
    },
    {
      table: 'private.payment_lines',
      sql: `insert into private.payment_lines (payment_id, booking_id, amount_minor, captured_minor, refunded_minor)
        select ${booking}, ${booking}, f.total * 100, f.total * 100, case when f.live then 0 else f.total * 100 end from ${all}`,
    },
    {
      table: 'public.booking_codes',
      sql: `insert into public.booking_codes (booking_id, tourist_id, code)
        select ${booking}, ${id('user', 'f.tourist')}, md5('large' || f.n) from ${all}`,
    },
  ];
}
