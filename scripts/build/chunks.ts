import { join, parse, relative } from 'node:path';
import type { Rolldown } from 'vite';
import { routes } from '../../src/app/routes.ts';
import { APP, moduleOf } from './files.ts';

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>;
type Context = Parameters<Extract<Groups[number]['name'], (...args: never[]) => unknown>>[1];

/** The small module that starts the app (src/main.ts). */
const BOOT = /vite\/preload-helper|src\/lib\/(routing\/(snapshot|chunks)|storage\/storage)\.ts/;

const QUERIES = /@tanstack\/(query-core|react-query)\//;

/** Similar public pages that link to each other. */
const ALIKE: Record<string, readonly string[]> = {
  service: ['experience', 'transport'],
  transports: ['transport-list', 'territory-transport'],
};
/** The pages that need a module. */
type Users = ReadonlySet<string>;

const PUBLIC_PAGES = new Set(routes.filter(({ prerendered }) => prerendered).map(({ page }) => page));

/** The order matters: a group includes its imports, and an imported module has at least its importer's users. */
const SHARED = ['app', 'public', 'catalogue', ...Object.keys(ALIKE)];

function sharedChunkOf(users: Users): string {
  if (users.has(APP)) return 'app';
  const alike = Object.entries(ALIKE).find(([, pages]) => [...users].every((page) => pages.includes(page)));
  if (alike) return alike[0];
  // The home page needs few of the modules of the others.
  return users.size >= 6 || users.has('home') ? 'public' : 'catalogue';
}

/**
 * Assigns modules to chunks by use. By default the bundler makes a file for each combination of pages, which means
 * fifty requests for a page. A group includes its imports, libraries too, unless an earlier group has them.
 */
export function chunkGroups(root: string): Groups {
  let all: Graph | undefined;
  const nameBy = (nameOf: (id: string, graph: Graph) => string | null) => (id: string, context: Context) => {
    all ??= readGraph(root, context);
    return nameOf(id, all);
  };
  const shared = (name: string) =>
    nameBy((id, { usersOf }) => {
      // Its cache is the app's, and all pages read it.
      if (QUERIES.test(id)) return name === 'app' ? name : null;
      const users = usersOf(id);
      return (users.size > 1 || users.has(APP)) && sharedChunkOf(users) === name ? name : null;
    });
  const [app = '', ...others] = SHARED;
  const priority = others.length + 3;
  return [
    { name: 'boot', test: BOOT, priority: priority + 2 },
    { name: shared(app), priority: priority + 1 },
    // Only the bundler knows which page needs which of them, because their package's index imports them all.
    { name: 'icons', test: /lucide-react/, minShareCount: 3, priority },
    ...others.map((name, index) => ({ name: shared(name), priority: priority - 1 - index })),
    // A chunk with one public page's modules must not contain anything that other pages use, because they would
    // load all of it.
    { name: nameBy((id, graph) => partsOf(id, graph)), priority: 2 },
    { name: 'form', test: /src\/ui\/form\/(Form|use-form)\.tsx?$/, priority: 1 },
    { name: 'common', minShareCount: 20 },
  ];
}

function partsOf(id: string, { usersOf, isOnlyOf }: Graph): string | null {
  const [page] = usersOf(id);
  if (!page) return null;
  return isOnlyOf(id, page) ? `${page}-parts` : parse(id).name;
}

interface Graph {
  usersOf: (id: string) => Users;
  /** Returns whether only this page imports the module. */
  isOnlyOf: (id: string, page: string) => boolean;
}

/** Reads the graph of our modules. The entries themselves are left out, because they have their own chunks. */
function readGraph(root: string, context: Context): Graph {
  const found = new Map<string, Set<string>>();
  const usersOf = (id: string): Users => found.get(id) ?? new Set();
  const importsOf = (id: string) => context.getModuleInfo(id)?.importedIds ?? [];
  const add = (id: string, user: string) => found.set(id, new Set(usersOf(id)).add(user));
  const walk = (id: string, user: string): void => {
    // A package's index imports all of the package, so it is left out.
    if (relative(root, id).startsWith('node_modules') || usersOf(id).has(user)) return;
    add(id, user);
    for (const imported of importsOf(id)) walk(imported, user);
  };
  const app = join(root, APP);
  for (const imported of importsOf(app)) {
    walk(imported, APP);
    add(imported, APP);
  }
  for (const page of PUBLIC_PAGES)
    for (const imported of importsOf(join(root, moduleOf({ page })))) walk(imported, page);
  const isOnlyOf = (id: string, page: string): boolean =>
    (context.getModuleInfo(id)?.importers ?? []).every(
      (importer) =>
        importer === join(root, moduleOf({ page })) || (usersOf(importer).has(page) && isOnlyOf(importer, page)),
    );
  return { usersOf, isOnlyOf };
}
