import { Languages } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { currentLanguage } from '@/lib/i18n/i18n';
import { LANGUAGES, type Language, SOURCE, withPrefix } from '@/lib/i18n/languages';
import { chooseLanguage } from '../language.ts';

interface Props {
  className: string;
  /** Shows an icon before the name, for lists in which all entries have one. */
  icon?: boolean;
}

/** Links to this page in the other languages, named in those languages. Search engines follow these links. */
export function LanguageSwitch({ className, icon = false }: Props) {
  const { pathname, search, hash } = useLocation();
  // English addresses have no prefix. Before the app starts, `lang` tells public/theme.js that English was chosen.
  const addressOf = (language: Language) => {
    const query = language === SOURCE ? `${search}${search ? '&' : '?'}lang=${SOURCE.code}` : search;
    return withPrefix(pathname + query + hash, language);
  };
  return LANGUAGES.filter((language) => language !== currentLanguage()).map((language) => (
    <a
      key={language.code}
      href={addressOf(language)}
      lang={language.code}
      hrefLang={language.code}
      translate="no"
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void chooseLanguage(language);
      }}
    >
      {icon && <Languages aria-hidden="true" className="size-5 text-ink-2" />}
      <span>{language.name}</span>
    </a>
  ));
}
