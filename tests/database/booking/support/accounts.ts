import type { Accounts } from '../../../../supabase/functions/_shared/accounts.ts';
import type { Fixture } from './fixture.ts';

export const PASSWORD = 'territorio';

/**
 * Stands in for the auth and storage services when an account is deleted, on the tables of a test database. Every
 * password is PASSWORD.
 */
export function memoryAccounts({ db }: Pick<Fixture, 'db'>): Accounts {
  return {
    passwordIs: async (userId, password) => {
      const found = await db.sql`select 1 from auth.users where id = ${userId}`;
      if (found.length === 0) throw new Error('User not found');
      return password === PASSWORD;
    },
    removeFiles: async (bucket, names) => {
      await db.sql`delete from storage.objects where bucket_id = ${bucket} and name = any (${names})`;
    },
    deleteUser: async (userId) => {
      await db.sql`delete from auth.users where id = ${userId}`;
    },
    choosePassword: async ({ id, email, fullName, password, language = null }) => {
      if (id) {
        await db.sql`update auth.users set encrypted_password = ${password}, email_confirmed_at = now(), recovery_token = '',
          recovery_sent_at = null where id = ${id}`;
        return id;
      }
      const [made] = await db.sql<{ id: string }[]>`
        insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
        select gen_random_uuid(), ${email}, ${password}, now(), ${db.sql.json({ full_name: fullName, language })}
        where not exists (select 1 from auth.users where email = ${email}) returning id`;
      return made?.id ?? null;
    },
  };
}
