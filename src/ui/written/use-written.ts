import { useEffect, useState } from 'react';
import { canTranslate, detectLanguage, translate } from '@/lib/i18n/browser-translation';

interface Found {
  text: string;
  language: string;
  translatable: boolean;
}
interface Translation {
  text: string;
  /** The translation, undefined while it is running, or null if it failed. */
  translated: string | null | undefined;
}

/** Returns a text's language as detected by the browser, and its translation if the browser has one. */
export function useWritten(text: string) {
  const [found, setFound] = useState<Found>();
  const [translation, setTranslation] = useState<Translation>();

  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const language = await detectLanguage(text);
      if (!language) return;
      const translatable = await canTranslate(language);
      if (isCurrent) setFound({ text, language, translatable });
    };
    look().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text]);

  // Ignores a result for the text before an edit.
  const known = found?.text === text ? found : undefined;
  const ask = () => {
    if (!known) return;
    const show = (translated: string | null | undefined) => setTranslation({ text, translated });
    show(undefined);
    translate(text, known.language).then(show, () => show(null));
  };
  return {
    language: known?.language,
    translatable: known?.translatable ?? false,
    translation: translation?.text === text ? translation : undefined,
    ask,
    close: () => setTranslation(undefined),
  };
}
