import { chunked } from '../../../../../chunked';
import type { Sealer } from '../../../../../secrets/seal';
import type { SessionStore } from '../session-types';
import { StaleFence, type StoreOwner, type Statement, type StoreDatabase, type StoreRow } from './database';

/** Null deletes the key. */
export interface KeyChange {
  type: string;
  id: string;
  text: string | null;
}

/** Everything stored for one instance, sealed; every write carries the fence of its owner. */
export interface InstanceStore extends SessionStore {
  readCredentials(): Promise<string | undefined>;
  writeCredentials(text: string): Promise<void>;
  readKeys(type: string, ids: readonly string[]): Promise<Map<string, string>>;
  readKeysOf(type: string): Promise<Map<string, string>>;
  /** One transaction. */
  writeKeys(changes: readonly KeyChange[]): Promise<void>;
  /** Deletes everything; later writes are ignored. */
  wipe(): Promise<void>;
}

const CREDENTIALS = 'whatsapp_web_credentials';
const KEYS = 'whatsapp_web_keys';
const VALUES = 'whatsapp_web_values';
const ROWS_PER_STATEMENT = 200;

/** Throws `StaleFence`; `onStale` is called for a later owner, `onKeysFailed` when keys cannot be read or written. */
export async function openInstanceStore(
  database: StoreDatabase,
  sealer: Sealer,
  owner: StoreOwner,
  onStale: () => void = () => {},
  onKeysFailed: (error: unknown) => void = () => {},
): Promise<InstanceStore> {
  const { instanceId } = owner;
  await database.claim(owner);
  let isWiped = false;
  const write = async (...statements: Statement[]): Promise<void> => {
    // What the library writes after a logout must not remain.
    if (isWiped) return;
    try {
      await database.write(owner, statements);
    } catch (error) {
      if (error instanceof StaleFence) onStale();
      throw error;
    }
  };

  const ofKeys = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      onKeysFailed(error);
      throw error;
    }
  };

  const seal = (table: string, type: string, id: string, text: string): string =>
    sealer.seal(text, location(table, instanceId, type, id));
  const open = (table: string, type: string, id: string, sealed: unknown): string =>
    sealer.open(String(sealed), location(table, instanceId, type, id));

  const openKeys = (type: string, rows: readonly StoreRow[]): Map<string, string> =>
    new Map(rows.map(({ id, sealed }) => [String(id), open(KEYS, type, String(id), sealed)]));

  const upsertKeys = (rows: readonly { type: string; id: string; text: string }[]): Statement => ({
    text: `insert into ${KEYS} (instance, type, id, sealed) values ${placeholders(rows.length)}
      on conflict (instance, type, id) do update set sealed = excluded.sealed`,
    values: rows.flatMap(({ type, id, text }) => [instanceId, type, id, seal(KEYS, type, id, text)]),
  });
  const remove = (table: string, type: string, id: string): Statement => ({
    text: `delete from ${table} where instance = $1 and type = $2 and id = $3`,
    values: [instanceId, type, id],
  });
  const removeAll = (table: string): Statement => ({
    text: `delete from ${table} where instance = $1`,
    values: [instanceId],
  });

  return {
    async readCredentials() {
      const text = `select sealed from ${CREDENTIALS} where instance = $1`;
      const [row] = await database.read({ text, values: [instanceId] });
      return row && open(CREDENTIALS, 'credentials', '', row['sealed']);
    },

    writeCredentials: (credentials) =>
      write({
        text: `insert into ${CREDENTIALS} (instance, sealed, updated_at) values ($1, $2, $3)
          on conflict (instance) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`,
        values: [instanceId, seal(CREDENTIALS, 'credentials', '', credentials), Date.now()],
      }),

    async readKeys(type, ids) {
      if (ids.length === 0) return new Map();
      const text = `select id, sealed from ${KEYS} where instance = $1 and type = $2
        and id in (${ids.map((_, at) => `$${at + 3}`).join(', ')})`;
      return openKeys(type, await ofKeys(database.read({ text, values: [instanceId, type, ...ids] })));
    },

    async readKeysOf(type) {
      const text = `select id, sealed from ${KEYS} where instance = $1 and type = $2`;
      return openKeys(type, await database.read({ text, values: [instanceId, type] }));
    },

    async writeKeys(changes) {
      const kept = changes.flatMap(({ type, id, text }) => (text === null ? [] : [{ type, id, text }]));
      const gone = changes.filter(({ text }) => text === null);
      await ofKeys(
        write(
          ...chunked(kept, ROWS_PER_STATEMENT).map(upsertKeys),
          ...gone.map(({ type, id }) => remove(KEYS, type, id)),
        ),
      );
    },

    async get(kind, id) {
      const text = `select sealed from ${VALUES} where instance = $1 and type = $2 and id = $3`;
      const [row] = await database.read({ text, values: [instanceId, kind, id] });
      return row && new Uint8Array(Buffer.from(open(VALUES, kind, id, row['sealed']), 'base64'));
    },
    put: (kind, id, value) =>
      write({
        text: `insert into ${VALUES} (instance, type, id, sealed, stored_at) values ($1, $2, $3, $4, $5)
          on conflict (instance, type, id) do update set sealed = excluded.sealed, stored_at = excluded.stored_at`,
        values: [instanceId, kind, id, seal(VALUES, kind, id, Buffer.from(value).toString('base64')), Date.now()],
      }),
    delete: (kind, id) => write(remove(VALUES, kind, id)),
    deleteOlder: (kind, before) =>
      write({
        text: `delete from ${VALUES} where instance = $1 and type = $2 and stored_at < $3`,
        values: [instanceId, kind, before.getTime()],
      }),

    async wipe() {
      await write(removeAll(CREDENTIALS), removeAll(KEYS), removeAll(VALUES));
      isWiped = true;
    },
  };
}

const placeholders = (rows: number): string =>
  Array.from({ length: rows }, (_, row) => `($${row * 4 + 1}, $${row * 4 + 2}, $${row * 4 + 3}, $${row * 4 + 4})`).join(
    ', ',
  );

/** Other people choose the ids, so the sealer’s separator is escaped in them. */
const location = (table: string, instanceId: string, type: string, id: string) => ({
  table,
  id: instanceId,
  column: `${type}/${id.replaceAll('%', '%25').replaceAll('|', '%7C')}`,
});
