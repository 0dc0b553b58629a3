import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  sql,
  type InferInsertModel,
  type InferSelectModel,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { fieldError, orNotFound } from '../errors';
import { forShare, forUpdate, queries, type Store } from './database';
import { unsought } from './dialect';
import { engine } from './engine';
import { rowsById } from './rows-by-id';
import { insertRow, selectRows, updateRows } from './sqlite/tables';

/** Rows of a workspace. */
type OwnedTable = PgTable & { workspaceId: PgColumn };
/** Objects of a workspace: rows with an id of their own. */
export type TenantTable = OwnedTable & { id: PgColumn };
type Row<T extends OwnedTable> = InferSelectModel<T>;
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
  lock?: boolean | 'share';
}

/** A query builder would allow a second `.where()`, which replaces the tenant condition. */
export interface ScopedDb {
  readonly workspaceId: string;
  readonly store: Store;
  get<T extends TenantTable>(table: T, id: string, selection?: Pick<Selection, 'lock'>): Promise<Row<T> | undefined>;
  require<T extends TenantTable>(table: T, id: string, selection?: Pick<Selection, 'lock'>): Promise<Row<T>>;
  /** Throws 422 `related_not_found`. */
  relate<T extends TenantTable>(table: T, id: string, pointer: string): Promise<Row<T>>;
  /** Ordered by id; missing rows are left out. */
  getEach<T extends TenantTable>(
    table: T,
    ids: readonly string[],
    selection?: Pick<Selection, 'lock'>,
  ): Promise<Row<T>[]>;
  select<T extends OwnedTable>(table: T, selection?: Selection): Promise<Row<T>[]>;
  /** Pairs of rows that belong together by `on`, both of this workspace. */
  join<L extends OwnedTable, R extends OwnedTable>(
    left: L,
    right: R,
    on: SQL | undefined,
    where?: SQL,
  ): Promise<{ left: Row<L>; right: Row<R> }[]>;
  count(table: OwnedTable, where?: SQL): Promise<number>;
  insert<T extends OwnedTable>(table: T, values: New<T>): Promise<Row<T>>;
  /**
   * Inserts rows. One that exists changes as `onConflict` says, if it is of this workspace; without it the row is left
   * out. Returns the rows that were inserted or changed.
   */
  upsert<T extends OwnedTable>(table: T, rows: readonly New<T>[], onConflict?: ConflictChange<T>): Promise<Row<T>[]>;
  update<T extends OwnedTable>(table: T, where: SQL | undefined, set: Change<T>): Promise<Row<T>[]>;
  delete(table: OwnedTable, where: SQL | undefined): Promise<number>;
  transaction<T>(work: (tx: ScopedDb) => Promise<T>): Promise<T>;
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
    const { where, orderBy = [], limit, lock } = selection;
    if (engine === 'sqlite') {
      return (await selectRows(this.store, table, { where: this.#within(table, where), orderBy, limit })) as Row<T>[];
    }
    const source: OwnedTable = table;
    const query = queries(this.store)
      .select()
      .from(source)
      .where(this.#within(table, where))
      .orderBy(...orderBy)
      .$dynamic();
    if (limit !== undefined) query.limit(limit);
    const held = lock === 'share' ? forShare(query) : lock ? forUpdate(query) : query;
    return (await held) as Row<T>[];
  }

  async get<T extends TenantTable>(
    table: T,
    id: string,
    { lock = false }: Pick<Selection, 'lock'> = {},
  ): Promise<Row<T> | undefined> {
    const [row] =
      engine === 'sqlite'
        ? await rowsById(this.store, table, this.workspaceId, [id])
        : await this.select(table, { where: eq(table.id, id), limit: 1, lock });
    return row;
  }

  async getEach<T extends TenantTable>(
    table: T,
    ids: readonly string[],
    { lock = false }: Pick<Selection, 'lock'> = {},
  ): Promise<Row<T>[]> {
    if (ids.length === 0) return [];
    if (engine === 'sqlite') return rowsById(this.store, table, this.workspaceId, ids);
    return this.select(table, { where: inArray(table.id, [...ids]), orderBy: [asc(table.id)], lock });
  }

  async require<T extends TenantTable>(table: T, id: string, selection: Pick<Selection, 'lock'> = {}): Promise<Row<T>> {
    return orNotFound(await this.get(table, id, selection));
  }

  async relate<T extends TenantTable>(table: T, id: string, pointer: string): Promise<Row<T>> {
    const row = await this.get(table, id);
    if (!row) throw fieldError('related_not_found', pointer, 'related_not_found', 'No such object in this workspace.');
    return row;
  }

  async join<L extends OwnedTable, R extends OwnedTable>(
    left: L,
    right: R,
    on: SQL | undefined,
    where?: SQL,
  ): Promise<{ left: Row<L>; right: Row<R> }[]> {
    const [from, to]: [OwnedTable, OwnedTable] = [left, right];
    // SQLite's planner, which has no statistics, would begin at all rows of the workspace instead of at `on`.
    const isOwn = sql`${sql.raw(unsought(''))}${to.workspaceId} = ${this.workspaceId}`;
    const rows = await queries(this.store)
      .select({ left: getTableColumns(from), right: getTableColumns(to) })
      .from(from)
      .innerJoin(to, and(isOwn, on))
      .where(this.#within(from, where));
    return rows as { left: Row<L>; right: Row<R> }[];
  }

  async count(table: OwnedTable, where?: SQL): Promise<number> {
    const [row] = await queries(this.store)
      .select({ count: sql<number | string>`count(*)` })
      .from(table)
      .where(this.#within(table, where));
    return Number(row?.count ?? 0);
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
    const target: OwnedTable = table;
    if (engine === 'sqlite') return (await updateRows(this.store, target, set, this.#within(table, where))) as Row<T>[];
    const rows = await queries(this.store)
      .update(target)
      .set(set as never)
      .where(this.#within(table, where))
      .returning();
    return rows as Row<T>[];
  }

  async delete(table: OwnedTable, where: SQL | undefined): Promise<number> {
    const query = queries(this.store).delete(table).where(this.#within(table, where));
    const rows = await query.returning({ workspaceId: table.workspaceId });
    return rows.length;
  }

  transaction<T>(work: (tx: ScopedDb) => Promise<T>): Promise<T> {
    return this.store.transaction((tx) => work(scoped(tx, this.workspaceId)));
  }
}
