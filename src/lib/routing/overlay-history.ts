/**
 * Makes Back close overlays. Each open dialog adds one history entry: a copy of the page's, with the dialog's number in
 * its state. The router never sees steps between them.
 */

/** How many dialogs are open above an entry's page. */
const DEPTH = 'overlays';

interface Place {
  /** The key that React Router gives each of its entries. */
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
/** The page's entry without its dialogs. */
const pageNow = (): Entry => {
  const { [DEPTH]: _, ...state } = stateNow();
  return { state, address: window.location.href };
};

type Close = () => void;
/** Open dialogs from bottom to top. */
let overlays: readonly Close[] = [];
let place: Place = { page: 0, depth: 0 };
let page: Entry = { state: {}, address: '' };
/** Pages left from a dialog for another page, whose entry follows those of the dialogs. */
const leftFromOverlay = new Set<number>();
/** A step started here is under way. */
let stepping = false;

function step(by: number): void {
  stepping = true;
  window.history.go(by);
}

/**
 * Follows the router's history changes in the same task, as React renders later and a step started here may end before
 * that. Returns a function that stops it.
 */
export function followRouter(router: { subscribe: (listen: () => void) => () => void }): () => void {
  return router.subscribe(followNavigation);
}

function followNavigation(): void {
  const now = placeNow();
  if (now.page === place.page && now.depth < place.depth) {
    // A replaced entry keeps the number.
    now.depth = place.depth;
    window.history.replaceState({ ...stateNow(), [DEPTH]: now.depth }, '');
  } else if (now.page > place.page) {
    if (place.depth > 0) leftFromOverlay.add(place.page);
    else leftFromOverlay.delete(place.page);
  }
  place = now;
  page = pageNow();
}

/** One entry for each dialog. */
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

/** Deferred: one dialog often closes as another opens. */
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

/** Navigates to another page, or within this one: a link such as '#reviews' adds an entry without a state. */
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
      // The router navigated while the step was under way: continue there, entry by entry.
      place = before;
      step(1);
    } else if (place.depth === 0) carryPage();
  } else if (isNoStepOfDialogs(before)) {
    page = pageNow();
  } else {
    event.stopImmediatePropagation();
    if (place.depth > before.depth && leftFromOverlay.has(place.page)) {
      // Continue to the page after them, which the router must render.
      window.history.go(1);
      return;
    }
    if (place.depth === 0) carryPage();
    for (const close of overlays.slice(place.depth).reverse()) close();
  }
  settleSoon();
}

// Registered before the router's listener, in the capture phase.
if (typeof window !== 'undefined') {
  place = placeNow();
  page = pageNow();
  window.addEventListener('popstate', onPop, { capture: true });
  // After a reload there may be entries of dialogs that are no longer open.
  if (place.depth > 0) settleSoon();
}

/** Registers an open overlay; Back calls `close`. Returns a function to call when it has closed. */
export function addOverlay(close: Close): () => void {
  overlays = [...overlays, close];
  settleSoon();
  return () => {
    overlays = overlays.filter((one) => one !== close);
    settleSoon();
  };
}
