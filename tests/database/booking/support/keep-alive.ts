/** Plays the platform's part for work that outlives an answer: remembers it, so that a test can wait for it to end. */
export function keepAlive(): { add(work: Promise<unknown>): void; settled(): Promise<void> } {
  const works: Promise<unknown>[] = [];
  const add = (work: Promise<unknown>) => void works.push(work);
  (globalThis as { EdgeRuntime?: { waitUntil: typeof add } }).EdgeRuntime = { waitUntil: add };
  return {
    add,
    settled: async () => {
      for (let work = works.pop(); work; work = works.pop()) await work.catch(() => undefined);
    },
  };
}
