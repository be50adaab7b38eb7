/** The name of the app's own IndexedDB (docs/decisions/0061). Some browsers provide none in private modes. */
const NAME = 'territorio';

/** Its stores are the keys of persisted data by person, and the ordered queue of actions made offline. */
export const KEYS = 'keys';
export const QUEUE = 'dock-queue';
/** Until version 2, check-ins and sales had separate queues. */
const OLD_QUEUES = ['dock-reports', 'dock-sales'];

/** Upgrades any version to the newest. Waiting actions are kept. */
function upgrade({ result: database, transaction }: IDBOpenDBRequest): void {
  const stores = database.objectStoreNames;
  if (!stores.contains(KEYS)) database.createObjectStore(KEYS);
  const queue = database.createObjectStore(QUEUE, { keyPath: 'seq', autoIncrement: true });
  for (const name of OLD_QUEUES.filter((one) => stores.contains(one))) {
    const old = transaction?.objectStore(name).getAll();
    old?.addEventListener('success', () => {
      for (const { seq: _, ...entry } of old.result) queue.add(entry);
      database.deleteObjectStore(name);
    });
  }
}

let opened: Promise<IDBDatabase> | null = null;

const open = (): Promise<IDBDatabase> => {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 3);
    request.onupgradeneeded = () => upgrade(request);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // A newer build in another tab wants to upgrade the database.
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

/**
 * Runs one transaction on one store. Its writes are on disk once this resolves, because the battery may be empty a
 * second later.
 */
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
