// Games of this device, in IndexedDB. A transaction that writes is alone, over all tabs: what it
// reads of a log is the whole log, so nothing is lost or doubled however many tabs are open.
import type { EventRow, TableRow } from "./messages";

const NAME = "quartett";
const VERSION = 1;
const STORES = ["tables", "events", "device"];

export interface Player {
  id: string;
  name: string;
}

export class StorageRefused extends Error {
  constructor(
    readonly code: "storage_full" | "storage_forbidden" | "newer_version",
    message: string,
  ) {
    super(message);
  }
}

export class Store {
  /** A newer version in another tab has the games now. */
  private isOutdated = false;

  private constructor(private readonly db: IDBDatabase) {}

  /** `outdated` is called when another tab has a newer version and needs this one out of its way. */
  static open(outdated: () => void): Promise<Store> {
    return new Promise((done, failed) => {
      let request: IDBOpenDBRequest;
      try {
        request = indexedDB.open(NAME, VERSION);
      } catch (reason) {
        return failed(refused(reason));
      }
      request.onupgradeneeded = () => {
        request.result.createObjectStore("tables", { keyPath: "id" });
        request.result.createObjectStore("events", { keyPath: ["table", "seq"] });
        request.result.createObjectStore("device", { keyPath: "key" });
      };
      request.onerror = () => failed(refused(request.error));
      request.onsuccess = () => {
        const store = new Store(request.result);
        request.result.onversionchange = () => {
          store.isOutdated = true;
          request.result.close();
          outdated();
        };
        done(store);
      };
    });
  }

  /** One transaction; nothing else may be awaited in it but what it reads. Resolves when it is on disk. */
  async transact<Result>(mode: "readonly" | "readwrite", work: (rows: Rows) => Promise<Result>): Promise<Result> {
    if (this.isOutdated) throw newerVersion();
    let transaction: IDBTransaction;
    try {
      // Strict: on disk, not on its way there. A battery may die after the move is shown.
      transaction = this.db.transaction(STORES, mode, { durability: "strict" });
    } catch (reason) {
      throw refused(reason);
    }
    const finished = new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(refused(transaction.error));
    });
    try {
      const result = await work(new Rows(transaction));
      await finished;
      return result;
    } catch (reason) {
      finished.catch(() => {});
      if (!(reason instanceof StorageRefused)) tryTo(() => transaction.abort());
      throw reason instanceof DOMException ? refused(reason) : reason;
    }
  }

  lines(): Promise<unknown[]> {
    return this.transact("readonly", (rows) => rows.lines());
  }

  player(): Promise<Player | null> {
    return this.transact("readonly", (rows) => rows.kept<Player>("player"));
  }
}

/** What a transaction reads and writes. */
export class Rows {
  constructor(private readonly transaction: IDBTransaction) {}

  async saved(table: string): Promise<string | null> {
    const row = await asked(this.store("tables").get(table) as IDBRequest<TableRow | undefined>);
    return row?.saved ?? null;
  }

  async events(table: string, after: number): Promise<EventRow[]> {
    return asked(this.store("events").getAll(IDBKeyRange.bound([table, after + 1], [table, Infinity])));
  }

  async lines(): Promise<unknown[]> {
    const rows = await asked(this.store("tables").getAll() as IDBRequest<TableRow[]>);
    return rows.sort((one, other) => other.updated - one.updated).map(({ line }) => line);
  }

  write(events: EventRow[], tables: TableRow[]): void {
    // `add`, not `put`: an entry that is there already makes the whole transaction fail.
    for (const row of events) this.store("events").add(row);
    for (const row of tables) this.store("tables").put(row);
  }

  async kept<Value>(key: string): Promise<Value | null> {
    const row = await asked(this.store("device").get(key) as IDBRequest<{ value: Value } | undefined>);
    return row?.value ?? null;
  }

  keep(key: string, value: unknown): void {
    this.store("device").put({ key, value });
  }

  private store(name: string): IDBObjectStore {
    return this.transaction.objectStore(name);
  }
}

function asked<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(refused(request.error));
  });
}

function newerVersion(): StorageRefused {
  return new StorageRefused("newer_version", "A newer version of Quartett has used these games. Reload the page.");
}

function refused(reason: unknown): StorageRefused {
  const name = reason instanceof DOMException ? reason.name : "";
  if (name === "VersionError") return newerVersion();
  if (name === "QuotaExceededError") {
    return new StorageRefused("storage_full", "This device has no room left to save the game.");
  }
  return new StorageRefused("storage_forbidden", `This browser does not let Quartett save games. ${String(reason)}`);
}

function tryTo(act: () => void): void {
  try {
    act();
  } catch {
    // It is over already.
  }
}
