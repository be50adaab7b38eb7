import postgres from 'postgres';

export type Caller = { role: 'anon' } | { role: 'authenticated'; sub: string } | { role: 'service_role' };

/** Sends one request as the API does: a transaction with the caller's role and claims, and one statement. */
export async function request<T>(
  sql: postgres.Sql,
  caller: Caller,
  run: (transaction: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  await sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(caller)}, true), set_config('role', ${caller.role}, true)`;
    result = { value: await run(transaction) };
  });
  if (!result) throw new Error('The transaction ended without running.');
  return result.value;
}

export const connect = (url: string, max: number) => postgres(url, { max, onnotice: () => undefined });
