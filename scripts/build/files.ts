import type { Manifest } from 'vite';
import { LANGUAGES, type Language, withPrefix } from '../../src/lib/i18n/languages.ts';

/** The fields of a route that the build uses. */
export interface PageFile {
  path: string;
  page: string;
  access: 'open' | 'guest' | 'user' | readonly string[];
  offline?: boolean;
  kept?: boolean;
}

/** The chunks of each module, from the browser build. It isn't published. */
export const MANIFEST = 'manifest.json';

/** The page without content, for every address that has no file. */
export const SHELL = 'app.html';

/** The same page with status 404, for addresses that are neither file nor page. Hosts expect this name. */
export const NOT_FOUND = '404.html';

/**
 * The app's addresses (`Pages`), for servers of a built folder, which are the local server and Cloudflare's worker.
 */
export const PAGES_FILE = '_pages.json';

/** The files that the last run of `prerenderSite` wrote. Like `PAGES_FILE` it isn't served (`HIDDEN`). */
export const RENDERED_FILE = '_rendered.json';

/** The app's module. index.html loads a small starter. */
export const APP = 'src/app/start.tsx';

/** The booking form of an experience or transport, which loads after its page, with the code that requests seats. */
export const BOOKING_FORM = ['src/features/booking/checkout/Checkout.tsx', 'src/lib/api/database.ts'];

/** Returns the page's module, as named in the manifest. */
export const moduleOf = ({ page }: Pick<PageFile, 'page'>): string => `src/pages/${page}.tsx`;

/** Returns the catalogue of a language other than English. */
export const catalogueOf = ({ code }: Language): string => `src/locales/${code}/messages.po`;

/** Paths of the app in every language. */
export const inEveryLanguage = (paths: readonly string[]): string[] =>
  LANGUAGES.flatMap((language) => paths.map((path) => withPrefix(path, language)));

/** Returns a module's chunk with all its imports, as site paths. */
export function chunksOf(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  const file = `/${chunk?.file}`;
  if (!chunk || files.has(file)) return files;
  files.add(file);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, files);
  return files;
}
