import { and, eq, type InferInsertModel, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { andThen, type Awaitable } from '../awaitable';
import { orNotFound, relatedNotFound } from '../errors';
import { queries, type Store, type TransactionOptions } from './database';
import { engine } from './engine';
import { rowsBy } from './rows-by';
import { changeRow, countRows, deleteRows, insertRow, type Lock, selectRows, updateRows } from './tables';

/** Rows of a workspace. */
type OwnedTable = PgTable & { workspaceId: PgColumn };
/** Objects of a workspace: rows with an id of their own. */
export type TenantTable = OwnedTable & { id: PgColumn };
type VersionedTable = TenantTable & { version: PgColumn };
type Row<T extends OwnedTable> = InferSelectModel<T>;
/** Names of columns that are stored as they are. */
type Keys<T extends OwnedTable> = {
  [Key in keyof Row<T>]: Row<T>[Key] extends string | number ? Key : never;
}[keyof Row<T>] &
  string;
type New<T extends OwnedTable> = Omit<InferInsertModel<T>, 'workspaceId'>;
type Change<T extends OwnedTable> = Partial<Record<Exclude<keyof Row<T>, 'id' | 'workspaceId'>, unknown>> &
  Partial<{ [K in Exclude<keyof Row<T>, 'id' | 'workspaceId'>]: Row<T>[K] | SQL }>;

/** `target`: the columns of the unique index. */
interface ConflictChange<T extends OwnedTable> {
  target: readonly [PgColumn, ...PgColumn[]];
  set: Change<T>;
}

interface Selection {
  where?: SQL | undefined;
  orderBy?: SQL[];
  limit?: number;
  /** Locks until the transaction ends; `share` allows other shared locks. */
  lock?: Lock;
}

type ById = Pick<Selection, 'lock'>;

/** A query builder would allow a second `.where()`, which replaces the tenant condition. */
export interface ScopedDb {
  readonly workspaceId: string;
  readonly store: Store;
  get<T extends TenantTable>(table: T, id: string, selection?: ById): Awaitable<Row<T> | undefined>;
  require<T extends TenantTable>(table: T, id: string, selection?: ById): Awaitable<Row<T>>;
  /** Throws 422 `related_not_found`. */
  relate<T extends TenantTable>(table: T, id: string, pointer: string): Promise<Row<T>>;
  /** Ordered by id; missing rows are left out. */
  getEach<T extends TenantTable>(table: T, ids: readonly string[], selection?: ById): Awaitable<Row<T>[]>;
  getBy<T extends OwnedTable>(table: T, key: Keys<T>, values: readonly (string | number)[]): Awaitable<Row<T>[]>;
  select<T extends OwnedTable>(table: T, selection?: Selection): Promise<Row<T>[]>;
  count(table: OwnedTable, where?: SQL): Promise<number>;
  insert<T extends OwnedTable>(table: T, values: New<T>): Promise<Row<T>>;
  /**
   * Inserts rows. One that exists changes as `onConflict` says, if it is of this workspace; without it the row is left
   * out. Returns the rows that were inserted or changed.
   */
  upsert<T extends OwnedTable>(table: T, rows: readonly New<T>[], onConflict?: ConflictChange<T>): Promise<Row<T>[]>;
  update<T extends OwnedTable>(table: T, where: SQL | undefined, set: Change<T>): Promise<Row<T>[]>;
  /** Changes one row and raises its version. Undefined for a missing row. */
  change<T extends VersionedTable>(table: T, id: string, set: Partial<Row<T>>): Promise<Row<T> | undefined>;
  delete(table: OwnedTable, where: SQL | undefined): Promise<number>;
  transaction<T>(work: (tx: ScopedDb) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

export const scoped = (store: Store, workspaceId: string): ScopedDb => new WorkspaceDb(store, workspaceId);

class WorkspaceDb implements ScopedDb {
  readonly store: Store;
  readonly workspaceId: string;

  constructor(store: Store, workspaceId: string) {
    this.store = store;
    this.workspaceId = workspaceId;
  }

  #within(table: OwnedTable, where?: SQL): SQL {
    const isOwn = eq(table.workspaceId, this.workspaceId);
    return and(isOwn, where) ?? isOwn;
  }

  async select<T extends OwnedTable>(table: T, selection: Selection = {}): Promise<Row<T>[]> {
    const { where, orderBy = [], limit, lock = false } = selection;
    const own = { where: this.#within(table, where), orderBy, limit, lock };
    return (await selectRows(this.store, table, own)) as Row<T>[];
  }

  getBy<T extends OwnedTable>(table: T, key: Keys<T>, values: readonly (string | number)[]): Awaitable<Row<T>[]> {
    return rowsBy(this.store, table, { workspaceId: this.workspaceId, key, values, lock: false });
  }

  get<T extends TenantTable>(table: T, id: string, { lock = false }: ById = {}): Awaitable<Row<T> | undefined> {
    return andThen(this.getEach(table, [id], { lock }), ([row]) => row);
  }

  getEach<T extends TenantTable>(table: T, ids: readonly string[], { lock = false }: ById = {}): Awaitable<Row<T>[]> {
    return rowsBy(this.store, table, { workspaceId: this.workspaceId, key: 'id', values: ids, lock });
  }

  require<T extends TenantTable>(table: T, id: string, selection: ById = {}): Awaitable<Row<T>> {
    return andThen(this.get(table, id, selection), (row) => orNotFound<Row<T>>(row));
  }

  async relate<T extends TenantTable>(table: T, id: string, pointer: string): Promise<Row<T>> {
    const row = await this.get(table, id);
    if (!row) throw relatedNotFound(pointer);
    return row;
  }

  count(table: OwnedTable, where?: SQL): Promise<number> {
    return countRows(this.store, table, this.#within(table, where));
  }

  async insert<T extends OwnedTable>(table: T, values: New<T>): Promise<Row<T>> {
    const target: OwnedTable = table;
    const own = { ...values, workspaceId: this.workspaceId };
    if (engine === 'sqlite') return (await insertRow(this.store, target, own)) as Row<T>;
    const rows = await queries(this.store)
      .insert(target)
      .values(own as never)
      .returning();
    return rows[0] as Row<T>;
  }

  async upsert<T extends OwnedTable>(
    table: T,
    rows: readonly New<T>[],
    onConflict?: ConflictChange<T>,
  ): Promise<Row<T>[]> {
    if (rows.length === 0) return [];
    const target: OwnedTable = table;
    const own = rows.map((row) => ({ ...row, workspaceId: this.workspaceId }));
    const query = queries(this.store).insert(target).values(own);
    const resolved = onConflict
      ? query.onConflictDoUpdate({
          target: [...onConflict.target],
          set: onConflict.set,
          setWhere: this.#within(table),
        })
      : query.onConflictDoNothing();
    return (await resolved.returning()) as Row<T>[];
  }

  async update<T extends OwnedTable>(table: T, where: SQL | undefined, set: Change<T>): Promise<Row<T>[]> {
    return (await updateRows(this.store, table, set, this.#within(table, where))) as Row<T>[];
  }

  async change<T extends VersionedTable>(table: T, id: string, set: Partial<Row<T>>): Promise<Row<T> | undefined> {
    const { workspaceId } = this;
    return (await changeRow(this.store, table, { workspaceId, id, set })) as Row<T> | undefined;
  }

  delete(table: OwnedTable, where: SQL | undefined): Promise<number> {
    return deleteRows(this.store, table, this.#within(table, where));
  }

  transaction<T>(work: (tx: ScopedDb) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.store.transaction((tx) => work(scoped(tx, this.workspaceId)), options);
  }
}
