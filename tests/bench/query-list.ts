import { LARGE_TERRITORIES, largeId, largeTerritory } from '../../supabase/seed/large.ts';
import type { Caller } from './requests.ts';

export interface BenchQuery {
  name: string;
  caller: Caller;
  sql: string;
  values: string[];
  /**
   * Runs through a function that runs as its owner and that the service role can't call, so there is no row level
   * security to compare.
   */
  asOwner?: true;
}

/** Numbers of rows that the large load always has, whatever its size. */
export interface Sizes {
  bookings: number;
  experiences: number;
  users: number;
}

const PAGE = 50;
const person = (n: number): Caller => ({ role: 'authenticated', sub: largeId('user', n) });
const page = (rows: string) => `select coalesce(json_agg(page), '[]') as rows from (${rows}) page`;

const SERVICE =
  'row_to_json(t.*) as territory, row_to_json(u.*) as currency, row_to_json(e.*) as service, row_to_json(c.*) as code';
const EMBEDS = `
  left join lateral (select id, name, time_zone from public.territories where id = b.territory_id) t on true
  left join lateral (select symbol from public.currencies where code = b.currency_code) u on true
  left join lateral (select id, title, image_urls, meeting_point, meeting_point_link from public.experiences where id = b.service_id) e on true
  left join lateral (select code from public.booking_codes where booking_id = b.id limit 1) c on true`;
const TICKET = `b.id, b.booking_date, b.start_time, b.num_people, b.booking_type, b.status, b.payment_method,
  b.payment_status, b.check_in_status, b.checked_in_at`;
const BOOKING_COLUMNS = `id, kind, service_title, tourist_name, booking_date, start_time, num_people, currency_code, payment_method,
  payment_status, status, check_in_status`;
const NEWEST = `order by booking_date desc, id desc limit ${PAGE}`;

/** Returns the product's lists and details, as the API queries them. */
export const benchQueries = (sizes: Sizes): BenchQuery[] => [...catalogueQueries(sizes), ...bookingQueries(sizes)];

/** A territory in the middle, the 7th, and its guide. */
const TERRITORY = 7;
const territory = largeTerritory(TERRITORY);

function catalogueQueries({ experiences }: Sizes): BenchQuery[] {
  return [
    {
      name: 'experiences of a territory, visitor',
      caller: { role: 'anon' },
      sql: page(`select e.id, e.territory_id, e.title, e.description, e.image_urls, e.duration, e.booking_type, e.shared_price, e.private_price,
        e.max_spots, e.featured, e.featured_order, e.rating_average, e.rating_count, coalesce(tags.list, '[]') as tags
        from public.experiences e left join lateral (select json_agg(row_to_json(g.*)) as list from (select t.id, t.name
          from public.experience_tags x join public.territory_tags t on t.id = x.tag_id where x.experience_id = e.id) g) tags on true
        where e.territory_id = $1 and e.visible and e.archived_at is null
        order by e.featured desc, e.featured_order asc nulls last, e.id limit ${PAGE}`),
      values: [territory],
    },
    {
      name: 'one experience, visitor',
      caller: { role: 'anon' },
      sql: `select e.*, row_to_json(t.*) as territory, row_to_json(g.*) as guide from public.experiences e
        left join lateral (select id, name, currency_code, currency_symbol, time_zone from public.territories where id = e.territory_id) t on true
        left join lateral (select id, full_name, avatar_url from public.profile_cards where id = e.guide_id) g on true where e.id = $1`,
      values: [largeId('experience', 7)],
    },
    {
      name: 'regions that a text finds, visitor',
      caller: { role: 'anon' },
      sql: page('select territory_id from public.search_regions($1)'),
      asOwner: true,
      // Searches for a number, because words that all rows have would measure how many rows there are.
      values: [String(Math.floor(experiences / 2))],
    },
  ];
}

function bookingQueries({ users, bookings, experiences }: Sizes): BenchQuery[] {
  const guides = Math.max(1, Math.floor(users / 100 / LARGE_TERRITORIES)) * LARGE_TERRITORIES;
  const manager = person(guides + TERRITORY);
  const guide = person(TERRITORY);
  // The number of the first tourist in the load.
  const firstGuest = guides + LARGE_TERRITORIES;
  const touristOf = (n: number) => firstGuest + ((n * 7919) % (users - firstGuest));
  const n = Math.floor(bookings / 2);
  const booking = largeId('booking', n);
  // The guide and the territory of booking n.
  const led = Math.floor(n / 4) % experiences;
  const detail = `select ${TICKET}, ${SERVICE} from public.bookings b ${EMBEDS} where b.id = $1`;
  const list = (cursor: string) =>
    page(`select ${BOOKING_COLUMNS} from public.all_bookings where territory_id = $1 ${cursor} ${NEWEST}`);
  return [
    {
      name: "a tourist's own bookings",
      caller: person(touristOf(n)),
      sql: page(`select ${TICKET}, ${SERVICE} from public.bookings b ${EMBEDS} where b.tourist_id = $1 ${NEWEST}`),
      values: [largeId('user', touristOf(n))],
    },
    {
      name: "a guide's next bookings",
      caller: guide,
      sql: page(`select ${TICKET}, row_to_json(p.*) as tourist from public.bookings b
        left join lateral (select id, full_name, avatar_url, country from public.profile_cards where id = b.tourist_id) p on true
        where b.guide_id = $1 and b.booking_date >= current_date order by b.booking_date, b.id limit ${PAGE}`),
      values: [largeId('user', 7)],
    },
    {
      name: "a territory's bookings, first page",
      caller: manager,
      sql: list(''),
      values: [territory],
    },
    {
      name: "a territory's bookings, page from a cursor",
      caller: manager,
      sql: list('and booking_date <= current_date - 20 and (booking_date < current_date - 20 or id < $2)'),
      values: [territory, largeId('booking', n)],
    },
    { name: 'one booking, its tourist', caller: person(touristOf(n)), sql: detail, values: [booking] },
    { name: 'one booking, its guide', caller: person(led % guides), sql: detail, values: [booking] },
    {
      name: 'one booking, a manager',
      caller: person(guides + (led % LARGE_TERRITORIES)),
      sql: detail,
      values: [booking],
    },
  ];
}
