import { useEffect, useState } from 'react';
import { canTranslate, detectLanguage, translate } from '@/lib/i18n/browser-translation';

interface Found {
  text: string;
  language: string;
  translatable: boolean;
}
interface Translation {
  text: string;
  /** Undefined while translating, and null if it failed. */
  translated: string | null | undefined;
}

/** Returns the detected language of a text and its translation by the browser, if available. */
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

  // A result for the text from before an edit is ignored.
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
