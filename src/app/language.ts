import { useEffect } from 'react';
import { saveLanguage } from '@/features/account/profile/language';
import { useSession } from '@/features/account/session/session';
import { sessionStore } from '@/features/account/session/session-store';
import { currentLanguage } from '@/lib/i18n/i18n';
import { type Language, languageAt, languageOf, SOURCE, withoutPrefix, withPrefix } from '@/lib/i18n/languages';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import { reloadKeepingDrafts } from '@/ui/form/reload-keeping-drafts';
import { keepScroll } from './scroll.ts';

/** What was chosen on this device; public/theme.js reads it too. */
const CHOICE = 'territorio-language';
/** The person's profile does not know of it yet. */
const UNSAVED = 'territorio-language-unsaved';
/** A line that does not answer keeps nobody from their language. */
const SAVE_MS = 3000;

/** The address of this page in another language. */
export const addressIn = (language: Language): string =>
  withPrefix(withoutPrefix(location.pathname) + location.search + location.hash, language);

/** Loads this page anew in the language, with its scroll and what was typed (docs/decisions/0046). */
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
 * The language of a profile is the one of its devices, where the address says nothing. A profile without one gets that of the page; so
 * does one that could not be told of the last choice.
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
        () => undefined, // at the next page
      );
      return;
    }
    writeText('local', CHOICE, wished.code);
    if (wished !== current && languageAt(location.pathname) === SOURCE) {
      reloadKeepingDrafts(() => location.replace(addressIn(wished)));
    }
  }, [userId, known]);
}
