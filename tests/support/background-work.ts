const works: Promise<unknown>[] = [];
const add = (work: Promise<unknown>) => void works.push(work);

// Plays the platform's part for work that outlives an answer.
(globalThis as { EdgeRuntime?: { waitUntil: typeof add } }).EdgeRuntime = { waitUntil: add };

/** What the functions, and those that play Stripe, go on with after their answer: a test waits for it to end. */
export const pending = {
  add,
  settled: async (): Promise<void> => {
    for (let work = works.pop(); work; work = works.pop()) await work.catch(() => undefined);
  },
};
