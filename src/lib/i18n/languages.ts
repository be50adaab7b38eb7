import { LANGUAGES, type Language, SOURCE } from '../../../supabase/functions/_shared/languages.ts';

// Pages and emails share this list. Emails are written by functions, which can't import from src/.
export {
  LANGUAGES,
  type Language,
  type LanguageCode,
  languageOf,
  SOURCE,
  withPrefix,
} from '../../../supabase/functions/_shared/languages.ts';

/** Returns the language that a path names. */
export const languageAt = (pathname: string): Language =>
  LANGUAGES.find(({ prefix }) => prefix !== '' && (pathname === prefix || pathname.startsWith(`${prefix}/`))) ?? SOURCE;

/** Returns a site path as the router knows it, such as '/regions' for '/es/regions'. `withPrefix` is the inverse. */
export const withoutPrefix = (pathname: string): string => pathname.slice(languageAt(pathname).prefix.length) || '/';
