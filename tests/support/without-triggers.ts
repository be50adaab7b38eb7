import type postgres from 'postgres';

/**
 * Writes what a trigger would refuse or change: a row from before a rule, or an old time. Foreign keys aren't
 * checked either.
 */
export async function withoutTriggers(
  sql: postgres.Sql,
  write: (sql: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await write(transaction);
  });
}
