import type postgres from 'postgres';

/** The person that a test acts as. `sub` is the user's id. */
export type Identity =
  | { role: 'anon' }
  | {
      role: 'authenticated';
      sub: string;
      email?: string;
      /** Token claims: the session, and how the person signed in. */
      session_id?: string;
      amr?: unknown;
    }
  | { role: 'service_role' };

/** Runs `fn` in one transaction as PostgREST runs that caller's request: role and JWT claims set, RLS on. */
export async function actAs<T>(
  sql: postgres.Sql,
  identity: Identity,
  fn: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  await sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(identity)}, true), set_config('role', ${identity.role}, true)`;
    result = { value: await fn(transaction) };
  });
  if (!result) throw new Error('The transaction ended without running.');
  return result.value;
}
