import { currentLanguage } from './i18n.ts';

/** Formatters are dear to make: one for each language. */
function perLocale<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const { locale } = currentLanguage();
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}

/** A formatter in the language of the page, made at its first use. */
export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, options));
export const numberFormat = (options: Intl.NumberFormatOptions) =>
  perLocale((locale) => new Intl.NumberFormat(locale, options));
export const listFormat = (options: Intl.ListFormatOptions = {}) =>
  perLocale((locale) => new Intl.ListFormat(locale, options));

export const displayNames = (options: Intl.DisplayNamesOptions) =>
  perLocale((locale) => new Intl.DisplayNames(locale, options));

const languages = displayNames({ type: 'language' });
/** A language by its code, in the language of the page: 'es' → 'Spanish'. */
export function languageName(code: string): string {
  try {
    return languages().of(code) ?? code;
  } catch {
    return code;
  }
}

const collator = perLocale((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));

/** The order of names in the language of the page. */
export const compareText = (a: string, b: string): number => collator().compare(a, b);
