/** Whether a page's code is on its way: the old page stays in sight meanwhile, with a bar above it. */
let loading = 0;
const subscribers = new Set<() => void>();

function change(by: 1 | -1) {
  loading += by;
  // Pages begin to load while React renders, when nothing else may be told to render.
  queueMicrotask(() => {
    for (const notify of subscribers) notify();
  });
}

export async function whilePageLoads<T>(load: () => Promise<T>): Promise<T> {
  change(1);
  try {
    return await load();
  } finally {
    change(-1);
  }
}

export const pageLoading = {
  subscribe(notify: () => void): () => void {
    subscribers.add(notify);
    return () => subscribers.delete(notify);
  },
  get: () => loading > 0,
};
