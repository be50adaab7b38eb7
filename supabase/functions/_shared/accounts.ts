import { createClient, isAuthApiError, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Rpc } from './database.ts';
import { HttpError } from './http.ts';
import { eachByItself } from './troubles.ts';

/** What only the auth and the storage service can do to an account. */
export interface Accounts {
  /** Whether it is the password of this user. Leaves no session behind. */
  passwordIs(userId: string, password: string): Promise<boolean>;
  removeFiles(bucket: string, names: string[]): Promise<void>;
  /** One who is gone already is gone. Ends every session of theirs. */
  deleteUser(userId: string): Promise<void>;
  /**
   * A confirmed account with this password; of somebody who is known by `id`, theirs gets it, which ends their sessions. → its id, or
   * null where the address got an account meanwhile.
   */
  choosePassword(user: InvitedUser): Promise<string | null>;
}

export interface InvitedUser {
  id: string | null;
  email: string;
  fullName: string;
  password: string;
  /** What letters to the account go out in. */
  language?: string | undefined;
}

export function accountsOf(admin: SupabaseClient, signInClient: () => SupabaseClient): Accounts {
  return {
    async passwordIs(userId, password) {
      const { data, error } = await admin.auth.admin.getUserById(userId);
      if (error) throw error;
      const client = signInClient();
      const attempt = await client.auth.signInWithPassword({ email: data.user.email ?? '', password });
      if (attempt.error) {
        if (isAuthApiError(attempt.error) && attempt.error.code === 'invalid_credentials') return false;
        if (attempt.error.status === 429) {
          throw new HttpError(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
        }
        throw attempt.error;
      }
      await client.auth.signOut({ scope: 'local' });
      return attempt.data.user.id === userId;
    },
    async removeFiles(bucket, names) {
      const { error } = await admin.storage.from(bucket).remove(names);
      if (error) throw error;
    },
    async deleteUser(userId) {
      const { error } = await admin.auth.admin.deleteUser(userId);
      if (error && error.status !== 404) throw error;
    },
    async choosePassword({ id, email, fullName, password, language }) {
      const metadata = { full_name: fullName, ...(language ? { language } : {}) };
      const chosen = { password, email_confirm: true, user_metadata: metadata };
      const { data, error } = id
        ? await admin.auth.admin.updateUserById(id, chosen)
        : await admin.auth.admin.createUser({ email, ...chosen });
      if (!error) return data.user.id;
      if (isAuthApiError(error) && error.code === 'email_exists') return null;
      // Has a class of its own, and is no AuthApiError.
      if (error.code === 'weak_password') {
        throw new HttpError(400, 'weak_password', error.message);
      }
      throw error;
    },
  };
}

/** As `accountsOf`, with a client for signing in that keeps nothing. With the secret key no CAPTCHA is asked of a function. */
export function realAccounts(admin: SupabaseClient, url: string, secretKey: string): Accounts {
  const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };
  return accountsOf(admin, () => createClient(url, secretKey, options));
}

const files = z.array(z.object({ bucket: z.string(), name: z.string() }));
const PAGE = 500;

/**
 * What is left of a deletion once the data is gone: the files, the user of the auth service, and the note that there is
 * something left. Every step may be done again.
 */
export async function finishDeletion(deps: { admin: Rpc; accounts: Accounts }, userId: string): Promise<void> {
  for (let more = true; more; ) {
    const left = files.parse(await deps.admin('account_files', { p_user_id: userId, p_limit: PAGE }));
    for (const [bucket, names] of byBucket(left)) await deps.accounts.removeFiles(bucket, names);
    more = left.length === PAGE;
  }
  await deps.accounts.deleteUser(userId);
  await deps.admin('finish_account_deletion', { p_user_id: userId });
}

function byBucket(list: z.infer<typeof files>): Map<string, string[]> {
  const buckets = new Map<string, string[]>();
  for (const { bucket, name } of list) buckets.set(bucket, [...(buckets.get(bucket) ?? []), name]);
  return buckets;
}

const ids = z.array(z.string());

/** Goes on with deletions that were interrupted. → how many were finished; one that fails again waits. */
export async function finishDeletions(deps: { admin: Rpc; accounts: Accounts }): Promise<number> {
  const unfinished = ids.parse(await deps.admin('unfinished_account_deletions'));
  return (await eachByItself(deps.admin, 'account_deletion', unfinished, (id) => finishDeletion(deps, id))).done;
}
