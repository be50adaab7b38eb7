/** The app's own database in this browser (docs/decisions/0061). Absent where the browser gives none, as in some private modes. */
const NAME = 'territorio';

/** Its stores: keys of what is persisted, by person; and what was done and sold without a signal, in its order. */
export const KEYS = 'keys';
export const REPORTS = 'dock-reports';
export const SALES = 'dock-sales';

let opened: Promise<IDBDatabase> | null = null;

const open = (): Promise<IDBDatabase> => {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      const queue = { keyPath: 'seq', autoIncrement: true };
      if (oldVersion < 1) {
        request.result.createObjectStore(KEYS);
        request.result.createObjectStore(REPORTS, queue);
      }
      if (oldVersion < 2) request.result.createObjectStore(SALES, queue);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // A newer build in another tab wants to change it.
      database.onversionchange = () => {
        database.close();
        opened = null;
      };
      database.onclose = () => {
        opened = null;
      };
      resolve(database);
    };
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
};

/** One step in one store. What it wrote is on the disk once this resolves: a battery may be empty the second after. */
export async function inStore<T>(
  store: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
    transaction.onerror = () => reject(transaction.error ?? request.error);
  });
}
