import { useEffect } from 'react';
import { saveLanguage } from '@/features/account/profile/language';
import { useSession } from '@/features/account/session/session';
import { sessionStore } from '@/features/account/session/session-store';
import { currentLanguage } from '@/lib/i18n/i18n';
import { type Language, languageAt, languageOf, SOURCE, withoutPrefix, withPrefix } from '@/lib/i18n/languages';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import { reloadKeepingDrafts } from '@/ui/form/reload-keeping-drafts';
import { keepScroll } from './scroll.ts';

/** The storage key of the language chosen on this device. public/theme.js also reads it. */
const CHOICE = 'territorio-language';
/** The storage key that is set until the choice is saved in the person's profile. */
const UNSAVED = 'territorio-language-unsaved';
/** The longest wait for saving the language, in milliseconds. A slow request must not delay the change on screen. */
const SAVE_MS = 3000;

/** Returns the address of this page in another language. */
export const addressIn = (language: Language): string =>
  withPrefix(withoutPrefix(location.pathname) + location.search + location.hash, language);

/** Reloads this page in the given language. Keeps the scroll position and typed text (docs/decisions/0046). */
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
 * Applies the profile's language on addresses without a language. Saves the page's language if the profile has none,
 * and the last choice on this device if it couldn't be saved.
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
        () => undefined, // The next page tries again.
      );
      return;
    }
    writeText('local', CHOICE, wished.code);
    if (wished !== current && languageAt(location.pathname) === SOURCE) {
      reloadKeepingDrafts(() => location.replace(addressIn(wished)));
    }
  }, [userId, known]);
}
