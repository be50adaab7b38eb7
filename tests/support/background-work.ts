const works: Promise<unknown>[] = [];
const add = (work: Promise<unknown>) => void works.push(work);

// Replaces the platform for work that continues after the response.
(globalThis as { EdgeRuntime?: { waitUntil: typeof add } }).EdgeRuntime = { waitUntil: add };

/** Background work of the functions and of Stripe doubles. Tests wait for it to end. */
export const pending = {
  add,
  settled: async (): Promise<void> => {
    for (let work = works.pop(); work; work = works.pop()) await work.catch(() => undefined);
  },
};
