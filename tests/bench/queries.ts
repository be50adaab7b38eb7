import type postgres from 'postgres';
import type { LargeSizes } from '../../supabase/seed/large.ts';
import { interleave, median, medianRatio } from './measure.ts';
import { type BenchQuery, benchQueries } from './query-list.ts';
import { reconcilerSides } from './reconciler.ts';
import { type Line, type Measured, ms, ratio } from './report.ts';
import { type Caller, connect, request } from './requests.ts';

const ROUNDS = 40;
const WARM_UP = 5;
/**
 * Each takes less than a millisecond. A sample is the mean of several, so that a single interruption doesn't
 * decide.
 */
const REQUESTS = 5;
const AIM = 1.5;
const SERVICE: Caller = { role: 'service_role' };

interface Loaded {
  url: string;
  sizes: LargeSizes;
}

/** Measures each query as its caller and as the service role, in the small and the large database. */
export async function benchQueriesOf(small: Loaded, large: Loaded): Promise<Line[]> {
  const label = (n: number) => n.toLocaleString('en');
  const rules = `Lists and details at ${label(large.sizes.bookings)} bookings: row level security against service role`;
  const sizes = `The same: ${label(large.sizes.bookings)} bookings against ${label(small.sizes.bookings)}`;
  // Each side has a connection whose plans stay cached, as in an API that serves such callers all day.
  const connections = [connect(large.url, 1), connect(large.url, 1), connect(small.url, 1)] as const;
  const [asUser, asService, inSmall] = connections;
  try {
    const lines: Line[] = [];
    const inSmallList = benchQueries(small.sizes);
    for (const [index, query] of benchQueries(large.sizes).entries()) {
      const same = inSmallList[index];
      if (!same) continue;
      const user = sample(asUser, query.caller, query);
      const fewer = sample(inSmall, same.caller, same);
      const service = sample(asService, query.asOwner ? query.caller : SERVICE, query);
      const all = { user: user.run, service: service.run, fewer: fewer.run };
      await interleave(WARM_UP, all);
      for (const side of [user, service, fewer]) side.statements.length = 0;
      const took = await interleave(ROUNDS, all);
      if (!query.asOwner) {
        const alone = median(user.statements) / median(service.statements);
        const detail = `${ms(median(took.user))} against ${ms(median(took.service))}; the statement alone ${ratio(alone)}`;
        lines.push({ ...compare(rules, query.name, took.user, took.service), detail });
      }
      lines.push(compare(sizes, query.name, took.user, took.fewer));
    }
    const sides = await reconcilerSides(asService, inSmall);
    await interleave(WARM_UP, sides);
    const took = await interleave(ROUNDS, sides);
    lines.push(compare(sizes, 'releasing what has expired, with as much to do', took.large, took.small));
    return lines.sort((a, b) => Number(a.section === sizes) - Number(b.section === sizes));
  } finally {
    await Promise.all(connections.map((sql) => sql.end({ timeout: 5 })));
  }
}

/** Runs one request. The statement's own time is kept separately. Throws if the caller got no rows. */
function sample(sql: postgres.Sql, caller: Caller, query: BenchQuery) {
  const statements: number[] = [];
  const once = () =>
    request(sql, caller, async (transaction) => {
      const asked = performance.now();
      const rows = await transaction.unsafe<{ rows?: unknown[] }[]>(query.sql, query.values, { prepare: true });
      statements.push(performance.now() - asked);
      if ((rows[0]?.rows ?? rows).length === 0) throw new Error(`"${query.name}" came back empty for ${caller.role}.`);
    });
  const run = async () => {
    const started = performance.now();
    for (let n = 0; n < REQUESTS; n += 1) await once();
    return (performance.now() - started) / REQUESTS;
  };
  return { run, statements };
}

function compare(section: string, name: string, a: number[], b: number[]): Line {
  const figure = medianRatio(a, b);
  const detail = `${ms(median(a))} against ${ms(median(b))}`;
  const measured: Measured = { value: figure, aim: AIM, better: 'less' };
  return { section, name, figure: ratio(figure), aim: `≤ ${AIM}`, measured, detail };
}
