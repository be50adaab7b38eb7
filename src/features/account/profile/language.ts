import { msg } from '@lingui/core/macro';
import { authClient } from '@/lib/api/auth';
import { run } from '@/lib/api/run';
import type { Language } from '@/lib/i18n/languages';

/**
 * Saves the language of emails. The auth service reads it from the account's metadata, which decides nothing else.
 */
export async function saveLanguage(userId: string, { code }: Language): Promise<void> {
  await run((db) => db.from('profiles').update({ language: code }).eq('id', userId), msg`Failed to update profile`);
  await (await authClient()).updateUser({ data: { language: code } });
}
