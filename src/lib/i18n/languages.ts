import { LANGUAGES, type Language, SOURCE } from '../../../supabase/functions/_shared/languages.ts';

// One list for pages and emails; emails are written by functions, which can't import from src/.
export {
  LANGUAGES,
  type Language,
  type LanguageCode,
  languageOf,
  SOURCE,
  withPrefix,
} from '../../../supabase/functions/_shared/languages.ts';

/** The language named in an address. */
export const languageAt = (pathname: string): Language =>
  LANGUAGES.find(({ prefix }) => prefix !== '' && (pathname === prefix || pathname.startsWith(`${prefix}/`))) ?? SOURCE;

/** A site path as the router knows it: '/es/regions' → '/regions'. `withPrefix` is the inverse. */
export const withoutPrefix = (pathname: string): string => pathname.slice(languageAt(pathname).prefix.length) || '/';
