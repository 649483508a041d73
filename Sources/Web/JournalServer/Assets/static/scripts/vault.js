// What this browser keeps of the journal for reading without a network: in IndexedDB, encrypted with AES-256-GCM by
// WebCrypto. Without the key, which is no part of it, it is noise.
const name = "daystamp";
const [records, keys] = ["records", "keys"];
const encoded = (text) => new TextEncoder().encode(text);

export const isAble = Boolean(
  globalThis.crypto?.subtle && globalThis.indexedDB?.databases && navigator.serviceWorker && navigator.locks);
export const exists = async () => isAble && (await indexedDB.databases()).some((found) => found.name === name);

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

let opened;
function database() {
  opened ??= (async () => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => { for (const store of [records, keys]) request.result.createObjectStore(store); };
    const made = await done(request);
    // Another page removes it.
    made.onversionchange = () => {
      made.close();
      opened = undefined;
    };
    return made;
  })();
  return opened;
}

async function act(store, mode, work) {
  const made = await database();
  return done(work(made.transaction(store, mode).objectStore(store)));
}

export async function wipe() {
  const made = await opened;
  opened = undefined;
  made?.close();
  await done(indexedDB.deleteDatabase(name));
}

// The key of a journal without a PIN: no script reads its bytes.
export const ownKey = async () => ((await exists()) ? act(keys, "readonly", (store) => store.get("own")) : undefined);
export const keepOwnKey = (key) => act(keys, "readwrite", (store) => store.put(key, "own"));
export const forgetOwnKey = () => act(keys, "readwrite", (store) => store.delete("own"));

// The name of a new record, which says nothing.
export const nameless = () => crypto.randomUUID();

export class Vault {
  #key;

  constructor(key) { this.#key = key; }

  // The bytes of a record; nothing where there is none. Fails where it was encrypted with another key, or changed.
  async bytes(id) {
    const record = await act(records, "readonly", (store) => store.get(id));
    if (!record) return undefined;
    const cipher = { name: "AES-GCM", iv: record.iv, additionalData: encoded(id) };
    return crypto.subtle.decrypt(cipher, this.#key, record.data);
  }

  async read(id) {
    const bytes = await this.bytes(id);
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  }

  // `value`: bytes, or what JSON can say.
  async write(id, value) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = value instanceof ArrayBuffer ? value : encoded(JSON.stringify(value));
    const cipher = { name: "AES-GCM", iv, additionalData: encoded(id) };
    const data = await crypto.subtle.encrypt(cipher, this.#key, bytes);
    await act(records, "readwrite", (store) => store.put({ iv, data }, id));
    return bytes.byteLength;
  }

  async remove(ids) { for (const id of ids) await act(records, "readwrite", (store) => store.delete(id)); }

  // Changes a record, one page after the other: `work` is given what it says, and returns what it is to say.
  change(id, usual, work) {
    return navigator.locks.request(`daystamp-${id}`, async () => {
      const value = await work((await this.read(id)) ?? usual);
      await this.write(id, value);
      return value;
    });
  }

  // Whether what is there, if anything, was written with this key.
  async isOurs() {
    try {
      await this.bytes("index");
      await this.bytes("waiting");
      return true;
    } catch {
      return false;
    }
  }
}
