/** The number of requests that run at the same time. */
const AT_ONCE = 3;

export interface Outcome<T> {
  item: T;
  /** The error of a failed item, or null. */
  error: Error | null;
}

/**
 * Runs an action for each item, a few at a time, and continues after failures. `onProgress` gets the number of
 * finished items. The results are in the order of the items.
 */
export async function forEachSettled<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
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
