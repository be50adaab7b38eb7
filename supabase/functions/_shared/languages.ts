/**
 * Every language of the app and its emails. To add one, add a line here, its code in public/theme.js and
 * private.is_language, and its catalogues (docs/decisions/0046).
 */
export const LANGUAGES = [
  { code: 'en', name: 'English', locale: 'en-US', dir: 'ltr', prefix: '' },
  { code: 'es', name: 'Español', locale: 'es-GT', dir: 'ltr', prefix: '/es' },
] as const;

export type Language = (typeof LANGUAGES)[number];
export type LanguageCode = Language['code'];

/** English is the language of the source, and of addresses without a prefix. */
export const SOURCE = LANGUAGES[0];

export const languageOf = (code: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => language.code === code);

/** Returns a site path in a language, such as '/es/regions' for '/regions', and '/es' for '/'. */
export const withPrefix = (path: string, { prefix }: Language): string =>
  prefix && path.startsWith('/') ? prefix + (path === '/' ? '' : path.replace(/^\/(?=[?#])/, '')) : path;
