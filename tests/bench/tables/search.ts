import { plansOf, readsWhole } from '../../support/plans.ts';
import type { Loaded } from '../manage/load.ts';
import { TERRITORY_ID, userIdOf, type Worker } from '../manage/people.ts';
import type { Line } from '../report.ts';
import { connect } from '../requests.ts';

interface Search {
  name: string;
  worker: Worker;
  sql: string;
  /** The index that it must use. */
  index: string;
  /** Tables that must not be read sequentially. */
  never: readonly string[];
}

const BOOKINGS = ['booking_search', 'bookings'];
const SEARCHES: readonly Search[] = [
  {
    name: "a region's bookings",
    worker: 'manager',
    sql: `select id from public.territory_bookings('${TERRITORY_ID}', p_search => 'guest 51234')`,
    index: 'booking_search_words_idx',
    never: BOOKINGS,
  },
  {
    name: 'what they add up to',
    worker: 'manager',
    sql: `select bookings from public.territory_booking_totals('${TERRITORY_ID}', p_search => 'guest 51234')`,
    index: 'booking_search_words_idx',
    never: BOOKINGS,
  },
  {
    name: 'everybody with an account',
    worker: 'admin',
    sql: `select id from public.list_people(p_search => 'large-51234')`,
    index: 'profiles_words_idx',
    never: ['profiles'],
  },
  {
    name: "a region's experiences",
    worker: 'manager',
    sql: `select id from public.list_services('${TERRITORY_ID}', 'experience', p_search => 'experience 1234')`,
    index: 'services_words_idx',
    never: ['services'],
  },
  {
    name: "a region's people",
    worker: 'manager',
    sql: `select id from public.list_members('${TERRITORY_ID}', '{tour_guide}', 'large 7')`,
    index: 'role_grants_territory_idx',
    never: ['profiles', 'role_grants'],
  },
  {
    name: "a region's transport services",
    worker: 'manager',
    sql: `select id from public.list_services('${TERRITORY_ID}', 'transport', p_search => 'shuttle 123')`,
    index: 'services_words_idx',
    never: ['services'],
  },
  {
    name: "a region's pickup locations",
    worker: 'manager',
    sql: `select id from public.list_pickup_locations('${TERRITORY_ID}', p_search => 'dock 123')`,
    index: 'pickup_locations_words_idx',
    never: ['pickup_locations'],
  },
  {
    name: 'the audit log, by person',
    worker: 'admin',
    sql: `select id from public.list_audit(p_actor => 'large-51234')`,
    index: 'audit_log_actor_idx',
    never: ['audit_log', 'profiles'],
  },
  {
    name: 'the audit log, by text',
    worker: 'admin',
    sql: `select id from public.list_audit(p_search => 'n51234')`,
    index: 'audit_log_words_idx',
    never: ['audit_log', 'profiles', 'booking_search'],
  },
];

/** In pages of 8 kB. A smaller table can be read whole, which is as fast as its index. */
const SMALL_PAGES = 1000;

/**
 * Checks whether each search of the work screens uses its index if there are many rows, from the plans of all
 * statements in its function, as logged by the database.
 */
export async function checkSearches({ url, sizes }: Loaded): Promise<Line[]> {
  const lines: Line[] = [];
  for (const search of SEARCHES) {
    const caller = { role: 'authenticated', sub: userIdOf(sizes, search.worker) } as const;
    const plan = await plansOf(url, caller, search.sql);
    const whole = search.never.filter((table) => readsWhole(plan, table));
    const misses = whole.length + (plan.includes(search.index) ? 0 : 1);
    const isSmall = (await pagesOf(url, search.never)) < SMALL_PAGES;
    lines.push({
      section: 'Text search, by its plans with many rows',
      name: search.name,
      figure: misses === 0 ? 'an index' : 'no index',
      aim: isSmall ? '' : 'an index',
      ...(!isSmall && { measured: { value: misses, aim: 0, better: 'less' } }),
      detail: `${search.index}; read from end to end: ${whole.join(', ') || 'nothing'}${isSmall ? ', which is small here' : ''}`,
    });
  }
  return lines;
}

/** Searches in the largest territory. */
async function pagesOf(url: string, tables: readonly string[]): Promise<number> {
  const sql = connect(url, 1);
  try {
    const [row] = await sql<{ pages: number }[]>`
      select max(relpages)::int as pages from pg_class where relkind = 'r' and relname = any (${[...tables]})`;
    return row?.pages ?? 0;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
