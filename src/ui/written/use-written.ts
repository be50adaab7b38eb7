import { useEffect, useState } from 'react';
import { canTranslate, detectLanguage, translate } from '@/lib/i18n/browser-translation';

interface Found {
  text: string;
  language: string;
  translatable: boolean;
}
interface Translation {
  text: string;
  /** Undefined while it is made, null where it failed. */
  translated: string | null | undefined;
}

/** The language of what somebody wrote, and its translation by the browser, where it has both. */
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
    // Without it the text stands there as it was written.
    look().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text]);

  // What was found of a text that was edited meanwhile says nothing of this one.
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
