import type { Manifest } from 'vite';
import { LANGUAGES, SOURCE } from '../../src/lib/i18n/languages.ts';
import { PAGE_FILES_ID, type PageFiles } from '../../src/lib/routing/page-files.ts';
import { catalogueOf, chunksOf, inEveryLanguage, moduleOf, type PageFile } from './files.ts';
import { patternsSource } from './hosting/rules.ts';
import { jsonForScript } from './page-html.ts';

/** What every signed-in person's page requests first: the profile, from the database. */
const SESSION = ['src/lib/api/database.ts', 'src/features/account/session/profile-watch.ts'];

/** Returns which files each page needs in addition to those of `isLoaded`, its texts included. */
export function listPageFiles(
  manifest: Manifest,
  routes: readonly PageFile[],
  isLoaded: (file: string) => boolean,
): PageFiles {
  const files: string[] = [];
  const numbersOf = (modules: readonly string[]) => {
    const needed = new Set(modules.flatMap((module) => [...chunksOf(manifest, module)]));
    return [...needed]
      .filter((file) => !isLoaded(file))
      .map((file) => {
        if (!files.includes(file)) files.push(file);
        return files.indexOf(file);
      });
  };
  // Those that open without a signal are used where it is weak. A list of all pages would delay them.
  const own = routes.filter(({ offline }) => offline);
  const names = [...new Set(own.map(({ page }) => page))];
  const pages = names.map((page): PageFiles['pages'][number] => {
    const same = own.filter((route) => route.page === page);
    const address = patternsSource(inEveryLanguage(same.map(({ path }) => path)));
    const session = same.some(({ access }) => access === 'open' || access === 'guest') ? [] : SESSION;
    // The profile's code comes first, because its answer takes a round trip.
    return [`^${address}/?$`, numbersOf([...session, moduleOf({ page })])];
  });
  const languages = LANGUAGES.filter((language) => language !== SOURCE);
  const texts = languages.map((language): PageFiles['pages'][number] => [
    `^${language.prefix}(?:/|$)`,
    numbersOf([catalogueOf(language)]),
  ]);
  return { files, pages: [...pages, ...texts] };
}

/** Returns the element with this list, for the HTML without content. */
export const pageFilesElement = (list: PageFiles): string =>
  `<script type="application/json" id="${PAGE_FILES_ID}">${jsonForScript(list)}</script>`;
