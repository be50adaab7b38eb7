import type postgres from 'postgres';

interface Cost {
  name: string;
  /** The time of the function itself, without the functions that it calls, per call of create_hold. */
  micros: number;
}

/** Measures where create_hold spends its time, in separate rounds, because measuring costs time as well. */
export async function costOfHold<Target>(
  sql: postgres.Sql,
  round: (targets: Target[]) => Promise<unknown>,
  targets: Target[],
): Promise<string> {
  const track = async (setting: string) => {
    await sql.unsafe(`alter system set track_functions = '${setting}'`);
    await sql`select pg_reload_conf()`;
  };
  await track('all');
  await sql`select pg_stat_reset()`;
  await round(targets);
  await track('none');
  // Backends report their counts after being idle for a second.
  await new Promise((done) => setTimeout(done, 1500));
  await sql`select pg_stat_force_next_flush()`;
  const rows = await sql<Cost[]>`
    select f.funcname as name, f.self_time * 1000 / h.calls as micros
    from pg_stat_user_functions f
    cross join (select calls from pg_stat_user_functions where schemaname = 'public' and funcname = 'create_hold') h
    order by f.self_time desc`;
  const all = rows.reduce((sum, { micros }) => sum + micros, 0);
  const top = rows.slice(0, 6).map(({ name, micros }) => `${name} ${Math.round((micros / all) * 100)} %`);
  return `${Math.round(all)} µs in functions: ${top.join(', ')}`;
}
