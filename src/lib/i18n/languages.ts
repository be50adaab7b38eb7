import { LANGUAGES, type Language, SOURCE } from '../../../supabase/functions/_shared/languages.ts';

// One list for the pages and for the letters, which are written where nothing of src/ is.
export {
  LANGUAGES,
  type Language,
  type LanguageCode,
  languageOf,
  SOURCE,
  withPrefix,
} from '../../../supabase/functions/_shared/languages.ts';

/** The language that an address says. */
export const languageAt = (pathname: string): Language =>
  LANGUAGES.find(({ prefix }) => prefix !== '' && (pathname === prefix || pathname.startsWith(`${prefix}/`))) ?? SOURCE;

/** A path of the whole site as the router knows it: '/es/regions' → '/regions'. `withPrefix` goes back. */
export const withoutPrefix = (pathname: string): string => pathname.slice(languageAt(pathname).prefix.length) || '/';
