import { useEffect } from 'react';
import { saveLanguage } from '@/features/account/profile/language';
import { useSession } from '@/features/account/session/session';
import { sessionStore } from '@/features/account/session/session-store';
import { currentLanguage } from '@/lib/i18n/i18n';
import { type Language, languageAt, languageOf, SOURCE, withoutPrefix, withPrefix } from '@/lib/i18n/languages';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import { reloadKeepingDrafts } from '@/ui/form/reload-keeping-drafts';
import { keepScroll } from './scroll.ts';

/** The storage key of the language chosen on this device, which public/theme.js reads too. */
const CHOICE = 'territorio-language';
/** Set while the choice isn't in the person's profile yet. */
const UNSAVED = 'territorio-language-unsaved';
/** A slow request must not delay the change of language. */
const SAVE_MS = 3000;

/** Returns the address of this page in another language. */
export const addressIn = (language: Language): string =>
  withPrefix(withoutPrefix(location.pathname) + location.search + location.hash, language);

/** Reloads this page in the language, and keeps the scroll position and typed text (docs/decisions/0046). */
export async function chooseLanguage(language: Language): Promise<void> {
  writeText('local', CHOICE, language.code);
  const session = sessionStore.get();
  if (session.status === 'signed-in') {
    writeText('local', UNSAVED, '1');
    const saved = saveLanguage(session.user.id, language).then(
      () => removeText('local', UNSAVED),
      () => undefined,
    );
    await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, SAVE_MS))]);
  }
  keepScroll();
  reloadKeepingDrafts(() => location.assign(addressIn(language)));
}

/**
 * If the address has no language, all devices use the one in the profile. A profile without a language gets the
 * page's, and so does one that missed the last choice.
 */
export function useProfileLanguage(): void {
  const { user, profile } = useSession();
  const userId = user?.id;
  const known = profile?.language;
  useEffect(() => {
    if (!userId || known === undefined) return;
    const current = currentLanguage();
    const wished = languageOf(known);
    if (!wished || readText('local', UNSAVED)) {
      const language = wished ? (languageOf(readText('local', CHOICE)) ?? current) : current;
      void saveLanguage(userId, language).then(
        () => removeText('local', UNSAVED),
        () => undefined, // it is tried again on the next page
      );
      return;
    }
    writeText('local', CHOICE, wished.code);
    if (wished !== current && languageAt(location.pathname) === SOURCE) {
      reloadKeepingDrafts(() => location.replace(addressIn(wished)));
    }
  }, [userId, known]);
}
