import { createClient, isAuthApiError, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Rpc } from './database.ts';
import { HttpError } from './http.ts';
import { eachByItself } from './troubles.ts';

/** Account operations of the auth and storage services. */
export interface Accounts {
  /** Returns whether this is the user's password. Creates no lasting session. */
  passwordIs(userId: string, password: string): Promise<boolean>;
  removeFiles(bucket: string, names: string[]): Promise<void>;
  /** Deletes the user and ends all sessions. A user who doesn't exist counts as deleted. */
  deleteUser(userId: string): Promise<void>;
  /**
   * Creates a confirmed account with this password, and returns its id. With `id`, sets that account's password and
   * ends its sessions. Returns null if the address got an account in the meantime.
   */
  choosePassword(user: InvitedUser): Promise<string | null>;
}

export interface InvitedUser {
  id: string | null;
  email: string;
  fullName: string;
  password: string;
  /** The language of the account's emails. */
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
          throw new HttpError(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes and try again.');
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
      // This error has its own class rather than AuthApiError.
      if (error.code === 'weak_password') {
        throw new HttpError(400, 'weak_password', error.message);
      }
      throw error;
    },
  };
}

/**
 * Does the same as `accountsOf`, with a separate client for signing in that stores nothing. With the secret key,
 * functions need no CAPTCHA.
 */
export function realAccounts(admin: SupabaseClient, url: string, secretKey: string): Accounts {
  const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };
  return accountsOf(admin, () => createClient(url, secretKey, options));
}

const files = z.array(z.object({ bucket: z.string(), name: z.string() }));
const PAGE = 500;

/**
 * Completes a deletion after the data is gone: deletes the files and the auth user, and the note that something is
 * left. Every step can be repeated.
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

/** Continues interrupted deletions and returns how many were completed. One that fails again waits. */
export async function finishDeletions(deps: { admin: Rpc; accounts: Accounts }): Promise<number> {
  const unfinished = ids.parse(await deps.admin('unfinished_account_deletions'));
  return (await eachByItself(deps.admin, 'account_deletion', unfinished, (id) => finishDeletion(deps, id))).done;
}
