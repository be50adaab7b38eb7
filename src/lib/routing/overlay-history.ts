/**
 * Back closes what lies over the page. While dialogs are open the history holds one more entry for each of them, a copy of the page's own
 * with their number in its state. The router knows nothing of these entries: steps between them are kept from it.
 */

/** How many dialogs an entry has over its page. */
const DEPTH = 'overlays';

interface Place {
  /** The number that React Router gives each entry of its own. */
  page: number;
  depth: number;
}

interface Entry {
  state: object;
  address: string;
}

const stateNow = (): Record<string, unknown> => ({ ...(window.history.state as object | null) });
const placeNow = (): Place => {
  const { idx, [DEPTH]: depth } = stateNow();
  return { page: typeof idx === 'number' ? idx : 0, depth: typeof depth === 'number' ? depth : 0 };
};
/** The page as it is now, without what lies over it. */
const pageNow = (): Entry => {
  const { [DEPTH]: _, ...state } = stateNow();
  return { state, address: window.location.href };
};

type Close = () => void;
/** What is open, from the bottom to the top. */
let overlays: readonly Close[] = [];
let place: Place = { page: 0, depth: 0 };
let page: Entry = { state: {}, address: '' };
/** Pages that were left from a dialog, for another page that comes after the entries of the dialogs. */
const leftFromOverlay = new Set<number>();
/** A step of our own is on its way. */
let stepping = false;

function step(by: number): void {
  stepping = true;
  window.history.go(by);
}

/**
 * Follows what the router does with the history, in the same task: React draws a page later, and a step of our own may end before that.
 * Gives what ends it.
 */
export function followRouter(router: { subscribe: (listen: () => void) => () => void }): () => void {
  return router.subscribe(followNavigation);
}

function followNavigation(): void {
  const now = placeNow();
  if (now.page === place.page && now.depth < place.depth) {
    // It has replaced the entry: the number goes on.
    now.depth = place.depth;
    window.history.replaceState({ ...stateNow(), [DEPTH]: now.depth }, '');
  } else if (now.page > place.page) {
    if (place.depth > 0) leftFromOverlay.add(place.page);
    else leftFromOverlay.delete(place.page);
  }
  place = now;
  page = pageNow();
}

/** As many entries as there are dialogs. */
function settle(): void {
  if (stepping) return;
  followNavigation();
  if (place.depth > overlays.length) step(overlays.length - place.depth);
  while (place.depth < overlays.length) {
    place = { ...place, depth: place.depth + 1 };
    leftFromOverlay.delete(place.page);
    window.history.pushState({ ...stateNow(), [DEPTH]: place.depth }, '');
  }
}

/** Later: one dialog often goes as another one comes. */
let timer: ReturnType<typeof setTimeout> | undefined;
function settleSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(settle, 0);
}

/** The address may have changed while a dialog was open: the page's own entry gets it. */
function carryPage(): void {
  const { state, address } = pageNow();
  if (JSON.stringify(state) !== JSON.stringify(page.state) || address !== page.address)
    window.history.replaceState(page.state, '', page.address);
}

/** To another page, or to a part of this one: a link such as '#reviews' makes an entry without a state. */
const isNoStepOfDialogs = (before: Place): boolean =>
  window.history.state === null || place.page !== before.page || (place.depth === 0 && before.depth === 0);

function onPop(event: PopStateEvent): void {
  const before = place;
  const ours = stepping;
  stepping = false;
  place = placeNow();
  if (ours) {
    event.stopImmediatePropagation();
    if (place.page !== before.page) {
      // The router went to another page while the step was on its way: on to there, entry by entry.
      place = before;
      step(1);
    } else if (place.depth === 0) carryPage();
  } else if (isNoStepOfDialogs(before)) {
    page = pageNow();
  } else {
    event.stopImmediatePropagation();
    if (place.depth > before.depth && leftFromOverlay.has(place.page)) {
      // On to the page that comes after them: the router is to draw it.
      window.history.go(1);
      return;
    }
    if (place.depth === 0) carryPage();
    for (const close of overlays.slice(place.depth).reverse()) close();
  }
  settleSoon();
}

// Before the router listens, and in the phase before its own.
if (typeof window !== 'undefined') {
  place = placeNow();
  page = pageNow();
  window.addEventListener('popstate', onPop, { capture: true });
  // After a reload there may be entries of dialogs that are no longer open.
  if (place.depth > 0) settleSoon();
}

/** Something lies over the page now; `close` is what Back does. Gives what is called when it is gone. */
export function addOverlay(close: Close): () => void {
  overlays = [...overlays, close];
  settleSoon();
  return () => {
    overlays = overlays.filter((one) => one !== close);
    settleSoon();
  };
}
