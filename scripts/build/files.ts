import type { Manifest } from 'vite';
import { LANGUAGES, type Language, withPrefix } from '../../src/lib/i18n/languages.ts';

/** What the build reads of a page in src/app/routes.ts. */
export interface PageFile {
  path: string;
  page: string;
  access: 'open' | 'guest' | 'user' | readonly string[];
  offline?: boolean;
  kept?: boolean;
}

/** Which chunks belong to which module, as the browser's build says; it stays out of what is published. */
export const MANIFEST = 'manifest.json';

/** The page without content: for every address that has no file of its own. */
export const SHELL = 'app.html';

/** The same page for an address that is neither a file nor a page, with status 404. Hosts know it by this name. */
export const NOT_FOUND = '404.html';

/** Which addresses the app draws (`Pages`), for who serves a built folder: the local server and Cloudflare's worker. */
export const PAGES_FILE = '_pages.json';

/** Which files the last run of `prerenderSite` wrote into the folder. Like `PAGES_FILE` nobody is served it (`HIDDEN`). */
export const RENDERED_FILE = '_rendered.json';

/** The app's module. What index.html names is the little that starts it. */
export const APP = 'src/app/start.tsx';

/** The booking form of an experience or a ride, which comes later than its page. */
export const BOOKING_FORM = 'src/features/booking/checkout/Checkout.tsx';

/** The page's module, as the manifest of the build names it. */
export const moduleOf = ({ page }: Pick<PageFile, 'page'>): string => `src/pages/${page}.tsx`;

/** The texts of a language that is not in the code itself. */
export const catalogueOf = ({ code }: Language): string => `src/locales/${code}/messages.po`;

/** Paths of the app in every language. */
export const inEveryLanguage = (paths: readonly string[]): string[] =>
  LANGUAGES.flatMap((language) => paths.map((path) => withPrefix(path, language)));

/** A module's chunk and all that it imports, as paths of the site. */
export function chunksOf(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  const file = `/${chunk?.file}`;
  if (!chunk || files.has(file)) return files;
  files.add(file);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, files);
  return files;
}
