import postgres from 'postgres';
import { actAs, type Identity } from './act-as.ts';

/**
 * Returns the query plan of each statement that a call executes, including those inside functions, which a plain
 * `explain` doesn't show. `url` is a superuser's.
 */
async function loggedPlans(url: string, caller: Identity, statement: string): Promise<string[]> {
  const told: string[] = [];
  const sql = postgres(url, { max: 1, onnotice: ({ message }) => void told.push(message ?? '') });
  try {
    await sql`load 'auto_explain'`;
    // Plans like a live database. The one of the tests makes general plans immediately
    // (packages/local-supabase/src/postgres.ts).
    await sql`set plan_cache_mode = auto`;
    await sql`set auto_explain.log_min_duration = 0`;
    await sql`set auto_explain.log_nested_statements = on`;
    await sql`set client_min_messages = log`;
    await actAs(sql, caller, (transaction) => transaction.unsafe(statement));
  } finally {
    await sql.end({ timeout: 5 });
  }
  return told;
}

/** Returns the query plans of all statements that a call executes, in one text. */
export async function plansOf(url: string, caller: Identity, statement: string): Promise<string> {
  return (await loggedPlans(url, caller, statement)).join('\n');
}

/** Returns the statements that a call executes, itself included, in the order in which they end. */
export async function statementsOf(url: string, caller: Identity, statement: string): Promise<string[]> {
  const plans = await loggedPlans(url, caller, statement);
  return plans.map((plan) => /Query Text: (.*?)\n\S[^\n]*\(cost=/s.exec(plan)?.[1] ?? plan);
}

/** Returns whether a plan scans a whole table. */
export const readsWhole = (plan: string, table: string): boolean =>
  new RegExp(`Seq Scan on (\\w+\\.)?${table}\\b`).test(plan);
