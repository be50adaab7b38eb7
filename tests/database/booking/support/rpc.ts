import { type Rpc, toHttpError } from '../../../../supabase/functions/_shared/database.ts';
import type { Identity } from '../../../support/act-as.ts';
import type { TestDatabase } from '../../../support/database.ts';

/**
 * Calls database functions as the API would, with the handlers' own `Rpc` on the test database, in their client's
 * schema.
 */
export function rpcFor(db: TestDatabase, identity: Identity): Rpc {
  const schema = identity.role === 'service_role' ? 'service' : 'public';
  return async (name, args = {}) => {
    const names = Object.keys(args);
    const list = names.map((key, i) => `${key} => $${i + 1}`).join(', ');
    try {
      return await db.as(identity, async (sql) => {
        const rows = await sql.unsafe(
          `select * from ${schema}.${name}(${list})`,
          names.map((key) => args[key]) as never[],
        );
        const columns = rows.columns.map((column) => column.name);
        return columns.length === 1 && columns[0] === name ? rows[0]?.[name] : [...rows];
      });
    } catch (error) {
      const { code, hint, message } = error as { code?: string; hint?: string; message: string };
      throw code ? toHttpError({ code, hint, message }) : error;
    }
  };
}

export const serviceRpc = (db: TestDatabase): Rpc => rpcFor(db, { role: 'service_role' });
