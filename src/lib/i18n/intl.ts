import { currentLanguage } from './i18n.ts';

/** Caches one formatter or list per language, because these are slow to create. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const { locale } = currentLanguage();
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}

/** Returns a formatter in the page's language, which is created when it is first used. */
export const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, options));
export const numberFormat = (options: Intl.NumberFormatOptions) =>
  perLocale((locale) => new Intl.NumberFormat(locale, options));
export const listFormat = (options: Intl.ListFormatOptions = {}) =>
  perLocale((locale) => new Intl.ListFormat(locale, options));

export const displayNames = (options: Intl.DisplayNamesOptions) =>
  perLocale((locale) => new Intl.DisplayNames(locale, options));

const languages = displayNames({ type: 'language' });
/** Returns a language's name in the page's language, such as 'Spanish' for 'es'. */
export function languageName(code: string): string {
  try {
    return languages().of(code) ?? code;
  } catch {
    return code;
  }
}

const collator = perLocale((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));

/** Compares two names by the rules of the page's language. */
export const compareText = (a: string, b: string): number => collator().compare(a, b);
