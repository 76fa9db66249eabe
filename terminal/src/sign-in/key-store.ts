/** The key that the browser stores for signing. The private key is a non-extractable CryptoKey. */
export interface StoredKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
}

const DATABASE = 'crossbook';
const STORE = 'keys';
const CURRENT = 'current';

/** The key of this browser, or null if it is not paired. */
export const loadKey = (): Promise<StoredKey | null> =>
  inStore('readonly', (store) => store.get(CURRENT)).then(
    (found) => (found as StoredKey | undefined) ?? null,
  );

export const saveKey = (key: StoredKey): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(key, CURRENT));

/** Deletes the key from this browser. It stays registered at the service until it is revoked or expires. */
export const forgetKey = (): Promise<unknown> => inStore('readwrite', (store) => store.delete(CURRENT));

async function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await open();
  try {
    return await toPromise(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return toPromise(request) as Promise<IDBDatabase>;
}

function toPromise(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('the browser could not store the key')),
    );
  });
}
