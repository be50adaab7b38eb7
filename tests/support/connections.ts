import type postgres from 'postgres';

/**
 * Lends connections to calls, always the first one that is free: the connections that are used most have the most
 * cached plans. A pool of postgres.js takes the one that was unused longest, so that each of them would have to plan
 * each statement. `open` makes the next connection, up to the limit; further calls wait.
 */
export function connectionsInOrder(
  first: postgres.Sql,
  limit: number,
  open: () => postgres.Sql,
): { use<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>; close(): Promise<void> } {
  const all = [first];
  const busy = new Set<postgres.Sql>();
  const waiting: ((sql: postgres.Sql) => void)[] = [];

  const take = (): postgres.Sql | Promise<postgres.Sql> => {
    const free = all.find((sql) => !busy.has(sql)) ?? (all.length < limit ? open() : undefined);
    if (!free) return new Promise((resolve) => waiting.push(resolve));
    if (!all.includes(free)) all.push(free);
    busy.add(free);
    return free;
  };
  const giveBack = (sql: postgres.Sql) => {
    const next = waiting.shift();
    if (next) next(sql);
    else busy.delete(sql);
  };

  return {
    use: async (work) => {
      const sql = await take();
      try {
        return await work(sql);
      } finally {
        giveBack(sql);
      }
    },
    close: async () => {
      await Promise.all(all.map((sql) => sql.end({ timeout: 5 })));
    },
  };
}
