/** So many are on their way at once. */
const AT_ONCE = 3;

export interface Outcome<T> {
  item: T;
  /** Why it was not done; null where it was. */
  error: Error | null;
}

/**
 * Does something with each of them, a few at a time; one that fails stops no other. `onProgress` hears how many are over. The outcomes come in
 * the order of the items.
 */
export async function forEachSettled<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = items.map((item) => ({ item, error: null }));
  const waiting = [...outcomes];
  let done = 0;
  async function next(): Promise<void> {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      try {
        await work(one.item);
      } catch (error) {
        one.error = error instanceof Error ? error : new Error(String(error));
      }
      done += 1;
      onProgress(done);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return outcomes;
}
