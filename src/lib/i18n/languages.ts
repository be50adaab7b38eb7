/** Every language of the app. A third one is a line here and a catalogue (docs/decisions/0046). */
export const LANGUAGES = [
  { code: 'en', name: 'English', locale: 'en-US', dir: 'ltr', prefix: '' },
  { code: 'es', name: 'Español', locale: 'es-GT', dir: 'ltr', prefix: '/es' },
] as const;

export type Language = (typeof LANGUAGES)[number];
export type LanguageCode = Language['code'];

/** English: the language of the source, and of addresses without a prefix. */
export const SOURCE = LANGUAGES[0];

export const languageOf = (code: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => language.code === code);

/** The language that an address says. */
export const languageAt = (pathname: string): Language =>
  LANGUAGES.find(({ prefix }) => prefix !== '' && (pathname === prefix || pathname.startsWith(`${prefix}/`))) ?? SOURCE;

/** A path of the whole site as the router knows it: '/es/regions' → '/regions'. */
export const withoutPrefix = (pathname: string): string => pathname.slice(languageAt(pathname).prefix.length) || '/';

/** And back: '/regions' → '/es/regions', '/' → '/es'. */
export const withPrefix = (path: string, { prefix }: Language): string =>
  prefix && path.startsWith('/') ? prefix + (path === '/' ? '' : path.replace(/^\/(?=[?#])/, '')) : path;
