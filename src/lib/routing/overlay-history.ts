/**
 * Makes the back button close overlays. Each open dialog adds one history entry, which is a copy of the page's
 * entry with the dialog's number in its state. The router never sees steps between them.
 */

/** The name in an entry's state for how many dialogs are open above its page. */
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
/** Returns the page's entry without its dialogs. */
const pageNow = (): Entry => {
  const { [DEPTH]: _, ...state } = stateNow();
  return { state, address: window.location.href };
};

type Close = () => void;
/** The open dialogs from bottom to top. */
let overlays: readonly Close[] = [];
let place: Place = { page: 0, depth: 0 };
let page: Entry = { state: {}, address: '' };
/** Pages that were left from a dialog, so that the next page's entry follows those of the dialogs. */
const leftFromOverlay = new Set<number>();
/** True while a step that was started here is in progress. */
let stepping = false;

function step(by: number): void {
  stepping = true;
  window.history.go(by);
}

/**
 * Follows the router's history changes in the same task, because React renders later and a step started here may
 * end before that. Returns a function that stops it.
 */
export function followRouter(router: { subscribe: (listen: () => void) => () => void }): () => void {
  return router.subscribe(followNavigation);
}

function followNavigation(): void {
  const now = placeNow();
  if (now.page === place.page && now.depth < place.depth) {
    // An entry that was replaced keeps its number.
    now.depth = place.depth;
    window.history.replaceState({ ...stateNow(), [DEPTH]: now.depth }, '');
  } else if (now.page > place.page) {
    if (place.depth > 0) leftFromOverlay.add(place.page);
    else leftFromOverlay.delete(place.page);
  }
  place = now;
  page = pageNow();
}

/** Makes the history have one entry for each open dialog. */
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

/** The update is delayed, because one dialog often closes as another opens. */
let timer: ReturnType<typeof setTimeout> | undefined;
function settleSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(settle, 0);
}

/** Gives the page's own entry the address, which may have changed while a dialog was open. */
function carryPage(): void {
  const { state, address } = pageNow();
  if (JSON.stringify(state) !== JSON.stringify(page.state) || address !== page.address)
    window.history.replaceState(page.state, '', page.address);
}

/**
 * Returns whether this is a navigation to another page, or within this one. A link such as '#reviews' adds an entry
 * without a state.
 */
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
      // The router navigated while the step was in progress, so we continue there, entry by entry.
      place = before;
      step(1);
    } else if (place.depth === 0) carryPage();
  } else if (isNoStepOfDialogs(before)) {
    page = pageNow();
  } else {
    event.stopImmediatePropagation();
    if (place.depth > before.depth && leftFromOverlay.has(place.page)) {
      // We continue to the page after these entries, which the router must render.
      window.history.go(1);
      return;
    }
    if (place.depth === 0) carryPage();
    for (const close of overlays.slice(place.depth).reverse()) close();
  }
  settleSoon();
}

// The listener is registered before the router's, in the capture phase.
if (typeof window !== 'undefined') {
  place = placeNow();
  page = pageNow();
  window.addEventListener('popstate', onPop, { capture: true });
  // After a reload there may be entries of dialogs that are no longer open.
  if (place.depth > 0) settleSoon();
}

/**
 * Registers an open overlay, so that the back button calls `close`. Returns a function to call when the overlay has
 * closed.
 */
export function addOverlay(close: Close): () => void {
  overlays = [...overlays, close];
  settleSoon();
  return () => {
    overlays = overlays.filter((one) => one !== close);
    settleSoon();
  };
}
