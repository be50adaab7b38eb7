import { join, parse, relative } from 'node:path';
import type { Rolldown } from 'vite';
import { routes } from '../../src/app/routes.ts';
import { APP, moduleOf } from './files.ts';

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>;
type Context = Parameters<Extract<Groups[number]['name'], (...args: never[]) => unknown>>[1];

/** The small module that starts the app (src/main.ts). */
const BOOT = /vite\/preload-helper|src\/lib\/(routing\/(snapshot|chunks)|storage\/storage)\.ts/;

/** Nearly all work pages load the chunk of those modules of the booking form that at least this many of them need. */
const MANY = 10;

/** Chunks of the form's other modules, by the work pages that need them too. The last one has only the form's. */
const FORM_PARTS: Record<string, readonly string[]> = {
  'phone-field': ['profile', 'sell'],
  'booking-parts': ['change-booking', 'ticket-transfer'],
  booking: [],
};

const ICON = /lucide-react\/.*\/icons\/([a-z0-9-]+)\.m?js$/;

const FORM_LIBRARIES = /react-hook-form\/|@hookform\//;

/** The parts of every form of a work page. */
const FORM_PART =
  /src\/ui\/form\/(Form|FormSummary|UnsavedGuard|ConflictNotice|use-(form|form-draft|save-keys|discard))\.tsx?$/;

/** What the first request of a signed-in person needs: the profile, from the database. */
const SESSION =
  /src\/(features\/account\/(session\/profile-watch|profile\/queries)|lib\/(api\/(fetch|auth-answers)|offline\/persisted))\.ts$|@supabase\/postgrest-js/;

const DIALOG = /src\/ui\/overlay\/Dialog\.tsx$/;

const QUERIES = /@tanstack\/(query-core|react-query)\//;

/** Lists page by page and saving, which the public pages don't need. */
const LATER_QUERIES =
  /(mutationObserver|queriesObserver|infiniteQueryObserver|use(Queries|Mutation\w*|InfiniteQuery))\.js$/;

/** The booking form, which pages load when it is wanted. */
const FORM = 'src/features/booking/checkout/Checkout.tsx';

/** Similar public pages that link to each other. */
const ALIKE: Record<string, readonly string[]> = {
  service: ['experience', 'transport', FORM],
  transports: ['transport-list', 'territory-transport'],
};

/** Work pages that are opened on a phone with a weak signal, by the modules that they share. */
const PHONE: Record<string, readonly string[]> = {
  day: ['guide-dashboard', 'driver-dashboard'],
  tickets: ['bookings', 'ticket'],
};
const PHONE_PAGES = Object.values(PHONE).flat();

/** The pages, and the booking form, that need a module. */
type Users = ReadonlySet<string>;

const PUBLIC_PAGES = new Set(routes.filter(({ prerendered }) => prerendered).map(({ page }) => page));
const WORK_PAGES = routes.map(({ page }) => page).filter((page) => !PUBLIC_PAGES.has(page));

/** The order matters: a group includes its imports, and an imported module has at least its importer's users. */
const SHARED = ['public', rulesOf('catalogue'), 'catalogue', ...Object.keys(ALIKE).map(rulesOf), ...Object.keys(ALIKE)];

/** Similar pages share whole parts of a page. Work pages that need a rule of them, such as its price, don't load those. */
function rulesOf(alike: string): string {
  return `${alike}-rules`;
}

function sharedChunkOf(users: Users, workPages: Users): string {
  if (users.has(APP)) return 'app';
  const alike = Object.entries(ALIKE).find(([, pages]) => [...users].every((page) => pages.includes(page)));
  if (alike) return workPages.size > 0 ? rulesOf(alike[0]) : alike[0];
  // The home page needs few of the modules of the others.
  return users.size >= 6 || users.has('home') ? 'public' : catalogueChunkOf(workPages);
}

/** Pages on a weak signal need some rules and icons of the catalogue. They load none of its parts for that. */
const catalogueChunkOf = (workPages: Users): string => (isOnPhone(workPages) ? rulesOf('catalogue') : 'catalogue');

const isOnPhone = (workPages: Users): boolean => PHONE_PAGES.some((page) => workPages.has(page));

/** Parts that any page may load later, which must not make it load those of another kind of page. */
const GENERAL = /src\/(ui|lib)\//;

/** Returns the chunk of a module that phone pages need: one page, similar ones, or pages of both kinds. */
function phoneChunkOf(id: string, workPages: Users): string | null {
  const kinds = Object.keys(PHONE).filter((kind) => PHONE[kind]?.some((page) => workPages.has(page)));
  const [kind, another] = kinds;
  if (!kind) return null;
  const isOfDesk = kind === 'tickets' && workPages.has('territory-bookings');
  if (another || isOfDesk || GENERAL.test(id)) return 'phone';
  const [page] = workPages;
  return page && workPages.size === 1 ? partsNameOf(page) : kind;
}

/** All public pages load the first chunk, and all but the home page the others. */
function iconChunkOf(users: Users, workPages: Users): string | null {
  if (users.has('home')) return 'public';
  return users.size > 0 ? catalogueChunkOf(workPages) : null;
}

/**
 * Assigns modules to chunks by use (docs/decisions/0080). By default the bundler makes a file for each combination of pages, which means
 * fifty requests for a page. A group includes its imports, libraries too, unless an earlier group has them.
 */
export function chunkGroups(root: string): Groups {
  let all: Graph | undefined;
  const nameBy = (nameOf: (id: string, graph: Graph) => string | null) => (id: string, context: Context) => {
    all ??= readGraph(root, context);
    return nameOf(id, all);
  };
  // The entries of the app, the form and the public pages compress better with the code that only they need.
  const isEntry = (id: string, file: string) => id === join(root, file);
  const publicPageOf = (id: string) => [...PUBLIC_PAGES].find((page) => isEntry(id, moduleOf({ page })));
  const shared = (name: string) =>
    nameBy((id, { usersOf, usersOfIcon, workPagesOf, workPagesOfIcon }) => {
      if (isEntry(id, APP)) return name === 'app' ? name : null;
      if (ICON.test(id)) return iconChunkOf(usersOfIcon(id), workPagesOfIcon(id)) === name ? name : null;
      // Its cache is the app's, and all pages read it.
      if (QUERIES.test(id)) return name === 'app' && !LATER_QUERIES.test(id) ? name : null;
      const users = usersOf(id);
      const workPages = workPagesOf(id);
      const isShared = users.size > 1 || users.has(APP) || (users.size === 1 && !users.has(FORM) && workPages.size > 0);
      return isShared && sharedChunkOf(users, workPages) === name ? name : null;
    });
  const partOfForm = (name: string, pages: readonly string[]) =>
    nameBy((id, { usersOf, workPagesOf }) => {
      if (isEntry(id, FORM)) return pages.length === 0 ? name : null;
      if (ICON.test(id)) return null;
      const isIn = pages.length === 0 || pages.some((page) => workPagesOf(id).has(page));
      return usersOf(id).has(FORM) && isIn ? name : null;
    });
  // A module belongs to the first group that matches.
  return [
    { name: 'boot', test: BOOT },
    { name: shared('app') },
    { name: 'queries', test: LATER_QUERIES },
    ...SHARED.map((name) => ({ name: shared(name) })),
    { name: 'icons', test: ICON, minShareCount: 3 },
    { name: 'session', test: SESSION },
    // A chunk with one public page's modules must not contain anything that other pages use, because they would
    // load all of it.
    {
      name: nameBy((id, graph) => {
        const page = publicPageOf(id);
        return page ? partsNameOf(page) : partsOf(id, graph);
      }),
    },
    // Every failure needs them, and they are a quarter of what all pages share.
    { name: 'errors', test: /src\/lib\/api\/(to-app-error|error-messages)\.ts$/ },
    { name: 'form', test: FORM_LIBRARIES },
    // On a slow connection the booking form loads nothing that only work pages need, and they load nothing that only
    // the form needs.
    {
      name: nameBy((id, { usersOf, workPagesOf }) =>
        usersOf(id).has(FORM) && isCommon(workPagesOf(id)) ? 'common' : null,
      ),
    },
    ...Object.entries(FORM_PARTS).map(([name, pages]) => ({ name: partOfForm(name, pages) })),
    // The client needs it too, but no dialog.
    { name: 'helpers', test: /node_modules\/tslib\// },
    // Many work pages have no form, and some have no dialog.
    { name: 'dialog', test: DIALOG },
    ...['phone', ...Object.keys(PHONE), ...PHONE_PAGES.map(partsNameOf)].map((name) => ({
      name: nameBy((id, { needs, workPagesOf }) =>
        isOfForms(id, needs) || phoneChunkOf(id, workPagesOf(id)) !== name ? null : name,
      ),
    })),
    { name: nameBy((id, { needs }) => (isOfForms(id, needs) ? null : 'work')), minShareCount: 21 },
    { name: 'work-form', test: FORM_PART },
  ];
}

/** Tickets need few small modules of the form, and each file costs a request. */
const isCommon = (workPages: Users): boolean =>
  workPages.size >= MANY || (PHONE.tickets ?? []).some((page) => workPages.has(page));

const isOfForms = (id: string, needs: Graph['needs']): boolean =>
  FORM_PART.test(id) || needs(id, FORM_LIBRARIES) || needs(id, DIALOG);

const partsNameOf = (page: string): string => `${page}-parts`;

function partsOf(id: string, { usersOf, isOnlyOf }: Graph): string | null {
  const [page] = usersOf(id);
  if (!page || page === FORM) return null;
  return isOnlyOf(id, page) ? partsNameOf(page) : parse(id).name;
}

interface Graph {
  usersOf: (id: string) => Users;
  /** The same for an icon. */
  usersOfIcon: (id: string) => Users;
  workPagesOfIcon: (id: string) => Users;
  /** Returns the work pages that need the module when they open. */
  workPagesOf: (id: string) => Users;
  /** Returns whether the module is one of these or imports one, itself or through others. */
  needs: (id: string, modules: RegExp) => boolean;
  /** Returns whether only this page imports the module. */
  isOnlyOf: (id: string, page: string) => boolean;
}

/** Reads the graph of our modules. The entries themselves are left out, because they have their own chunks. */
function readGraph(root: string, context: Context): Graph {
  const importsOf = (id: string) => context.getModuleInfo(id)?.importedIds ?? [];
  const isPackage = (id: string) => relative(root, id).startsWith('node_modules');
  const reached = new Set<string>();
  const reach = (entries: readonly string[], fileOf: (entry: string) => string) => {
    const found = new Map<string, Set<string>>();
    const usersOf = (id: string): Users => found.get(id) ?? new Set();
    const walk = (id: string, user: string, isImportOfApp: boolean): void => {
      // A package's index imports all of the package, so it is left out.
      if ((isPackage(id) && !isImportOfApp) || usersOf(id).has(user)) return;
      found.set(id, new Set(usersOf(id)).add(user));
      if (isPackage(id)) return;
      reached.add(id);
      for (const imported of importsOf(id)) walk(imported, user, false);
    };
    for (const entry of entries)
      for (const imported of importsOf(join(root, fileOf(entry)))) walk(imported, entry, entry === APP);
    return usersOf;
  };
  const pageFile = (page: string) => moduleOf({ page });
  const usersOf = reach([APP, FORM, ...PUBLIC_PAGES], (entry) => (PUBLIC_PAGES.has(entry) ? pageFile(entry) : entry));
  const workPagesOf = reach(WORK_PAGES, pageFile);
  const known = new Map<string, boolean>();
  const needs = (id: string, modules: RegExp): boolean => {
    const key = `${modules} ${id}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, false);
    const answer = modules.test(id) || (!isPackage(id) && importsOf(id).some((imported) => needs(imported, modules)));
    known.set(key, answer);
    return answer;
  };
  const isOnlyOf = (id: string, page: string): boolean =>
    (context.getModuleInfo(id)?.importers ?? []).every(
      (importer) =>
        importer === join(root, moduleOf({ page })) || (usersOf(importer).has(page) && isOnlyOf(importer, page)),
    );
  // The index of their package imports all icons, so only the names in our imports tell who needs one.
  const ofIcons = (users: (id: string) => Users) => {
    const found = new Map<string, Set<string>>();
    for (const id of reached) {
      for (const icon of iconsOf(context.getModuleInfo(id)?.code ?? ''))
        found.set(icon, new Set([...(found.get(icon) ?? []), ...users(id)]));
    }
    return (id: string): Users => found.get(nameOfIcon(id)) ?? new Set();
  };
  const [usersOfIcon, workPagesOfIcon] = [ofIcons(usersOf), ofIcons(workPagesOf)];
  return { usersOf, usersOfIcon, workPagesOf, workPagesOfIcon, needs, isOnlyOf };
}

/** Returns the names of the icons that a module imports. */
const iconsOf = (code: string): string[] =>
  [...code.matchAll(/import \{([^}]*)\} from ["']lucide-react["']/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/ as .*/, '')),
  );

/** Returns the name of an icon's module, such as 'CalendarX2' for 'calendar-x-2.mjs'. */
const nameOfIcon = (id: string): string =>
  (ICON.exec(id)?.[1] ?? '').replace(/(^|-)([a-z0-9])/g, (_, _dash, letter: string) => letter.toUpperCase());
