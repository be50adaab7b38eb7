/** The number of concurrent requests. */
const AT_ONCE = 3;

export interface Outcome<T> {
  item: T;
  /** The failure; null on success. */
  error: Error | null;
}

/**
 * Runs an action for each item, a few at a time; failures stop no others. `onProgress` gets the number done. Results
 * are in the items' order.
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
