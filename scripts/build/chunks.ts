import { join, parse, relative } from 'node:path';
import type { Rolldown } from 'vite';
import { routes } from '../../src/app/routes.ts';
import { APP, moduleOf } from './files.ts';

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>;
type Context = Parameters<Extract<Groups[number]['name'], (...args: never[]) => unknown>>[1];

/** The small module that starts the app (src/main.ts). */
const BOOT = /vite\/preload-helper|src\/lib\/(routing\/(snapshot|chunks)|storage\/storage)\.ts/;

/** What this many entries need of the booking form's modules is not only the form's. */
const MANY = 2;

const FORM_LIBRARIES = /react-hook-form\/|@hookform\//;

const QUERIES = /@tanstack\/(query-core|react-query)\//;

/** The booking form, which pages load when it is wanted. */
const FORM = 'src/features/booking/checkout/Checkout.tsx';

/** Similar public pages that link to each other. */
const ALIKE: Record<string, readonly string[]> = {
  service: ['experience', 'transport', FORM],
  transports: ['transport-list', 'territory-transport'],
};
/** The pages, and the booking form, that need a module. */
type Users = ReadonlySet<string>;

const PUBLIC_PAGES = new Set(routes.filter(({ prerendered }) => prerendered).map(({ page }) => page));

/** In this order: a group includes its imports, and an imported module has at least its importer's users. */
const SHARED = ['app', 'public', 'catalogue', ...Object.keys(ALIKE)];

function sharedChunkOf(users: Users): string {
  if (users.has(APP)) return 'app';
  const alike = Object.entries(ALIKE).find(([, pages]) => [...users].every((page) => pages.includes(page)));
  if (alike) return alike[0];
  // The home page needs few of the others' modules.
  return users.size >= 6 || users.has('home') ? 'public' : 'catalogue';
}

/**
 * Assigns modules to chunks by use. By default the bundler makes a file for each combination of pages: fifty requests
 * for a page. A group includes its imports, libraries too, unless an earlier group has them.
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
  const ofForm = (name: string) => nameBy((id, { usersOf }) => (usersOf(id).has(FORM) ? name : null));
  const [app = '', ...others] = SHARED;
  const priority = others.length + 5;
  return [
    { name: 'boot', test: BOOT, priority: priority + 2 },
    { name: shared(app), priority: priority + 1 },
    // Only the bundler knows which page needs which of them, as they are imported by their package's index.
    { name: 'icons', test: /lucide-react/, minShareCount: 3, priority },
    ...others.map((name, index) => ({ name: shared(name), priority: priority - 1 - index })),
    // A chunk with one public page's modules contains nothing that other pages use, or they would load all of it.
    { name: nameBy((id, graph) => partsOf(id, graph)), priority: 4 },
    // Every failure needs them, and they are a quarter of what all pages share.
    { name: 'errors', test: /src\/lib\/api\/(to-app-error|error-messages)\.ts$/, priority: 4 },
    { name: 'form', test: FORM_LIBRARIES, priority: 4 },
    // The booking form on a slow connection loads nothing that only other forms and work pages need.
    { name: ofForm('common'), minShareCount: MANY, priority: 3 },
    { name: ofForm('booking'), priority: 2 },
    { name: 'work-form', test: /src\/ui\/form\/(Form|use-form)\.tsx?$/, priority: 1 },
    { name: 'work', minShareCount: 20 },
  ];
}

function partsOf(id: string, { usersOf, isOnlyOf }: Graph): string | null {
  const [page] = usersOf(id);
  if (!page || page === FORM) return null;
  return isOnlyOf(id, page) ? `${page}-parts` : parse(id).name;
}

interface Graph {
  /** The public pages that import the module, directly or not. */
  usersOf: (id: string) => Users;
  /** Whether only the page imports it. */
  isOnlyOf: (id: string, page: string) => boolean;
}

/** For our modules. The entries themselves are left out, as they have their own chunks. */
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
  for (const imported of importsOf(join(root, FORM))) walk(imported, FORM);
  for (const page of PUBLIC_PAGES)
    for (const imported of importsOf(join(root, moduleOf({ page })))) walk(imported, page);
  const isOnlyOf = (id: string, page: string): boolean =>
    (context.getModuleInfo(id)?.importers ?? []).every(
      (importer) =>
        importer === join(root, moduleOf({ page })) || (usersOf(importer).has(page) && isOnlyOf(importer, page)),
    );
  return { usersOf, isOnlyOf };
}
