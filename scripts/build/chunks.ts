import { join, parse, relative } from 'node:path';
import type { Rolldown } from 'vite';
import { routes } from '../../src/app/routes.ts';
import { APP, moduleOf } from './files.ts';

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>;
type Context = Parameters<Extract<Groups[number]['name'], (...args: never[]) => unknown>>[1];

/** What starts the app (src/main.ts): there before the app, and small. */
const BOOT = /vite\/preload-helper|src\/lib\/(routing\/(snapshot|chunks)|storage\/storage)\.ts/;

const QUERIES = /@tanstack\/(query-core|react-query)\//;

/** Public pages that are alike, and lead from one to the other. */
const ALIKE: Record<string, readonly string[]> = {
  service: ['experience', 'transport'],
  transports: ['transport-list', 'territory-transport'],
};
/** Which of them need a module. */
type Users = ReadonlySet<string>;

const PUBLIC_PAGES = new Set(routes.filter(({ prerendered }) => prerendered).map(({ page }) => page));

/** In this order: a group brings along what it imports, and what a module imports has at least its users. */
const SHARED = ['app', 'public', 'catalogue', ...Object.keys(ALIKE)];

function sharedChunkOf(users: Users): string {
  if (users.has(APP)) return 'app';
  const alike = Object.entries(ALIKE).find(([, pages]) => [...users].every((page) => pages.includes(page)));
  if (alike) return alike[0];
  // The home page needs few of the others' modules.
  return users.size >= 6 || users.has('home') ? 'public' : 'catalogue';
}

/**
 * Which chunk a module goes into, by use. By itself the bundler gives each module that some pages share a file: fifty requests for a page.
 * What a group takes brings along what it imports, of libraries too, as far as that is used and no group before it has it.
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
    // Which page needs which of them, only the bundler knows: they are imported by their package's index.
    { name: 'icons', test: /lucide-react/, minShareCount: 3, priority },
    ...others.map((name, index) => ({ name: shared(name), priority: priority - 1 - index })),
    // A chunk of one public page's own modules holds nothing that other pages use: they would load all of it.
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
  /** Which of the public pages import the module, directly or not. */
  usersOf: (id: string) => Users;
  /** Whether nothing but the page imports it. */
  isOnlyOf: (id: string, page: string) => boolean;
}

/** Of our modules. The entries themselves are left out, as they stay chunks of their own. */
function readGraph(root: string, context: Context): Graph {
  const found = new Map<string, Set<string>>();
  const usersOf = (id: string): Users => found.get(id) ?? new Set();
  const importsOf = (id: string) => context.getModuleInfo(id)?.importedIds ?? [];
  const add = (id: string, user: string) => found.set(id, new Set(usersOf(id)).add(user));
  const walk = (id: string, user: string): void => {
    // A package's index imports all of it.
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
