import type { Page } from '@playwright/test';

/**
 * Returns the number of unsent reports on the phone, read from the queue itself, because a newly opened page
 * doesn't show it yet.
 */
export const waitingOn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('territorio');
      request.onsuccess = () => resolve(request.result);
    });
    const all = await new Promise<{ state: string }[]>((resolve) => {
      const request = database.transaction('dock-queue').objectStore('dock-queue').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return all.filter(({ state }) => state === 'waiting').length;
  });
