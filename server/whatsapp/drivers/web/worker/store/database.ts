/** The instance, and the fencing token of its process’s lease. */
export interface StoreOwner {
  instanceId: string;
  fence: number;
}

export interface Statement {
  text: string;
  values: readonly (string | number)[];
}

export type StoreRow = Readonly<Record<string, unknown>>;

export interface StoreDatabase {
  /** Later writes of older owners are refused. Throws `StaleFence` when a newer one exists. */
  claim(owner: StoreOwner): Promise<void>;
  read(statement: Statement): Promise<StoreRow[]>;
  /** All statements or none. On SQLite they are written before the promise is returned. Throws `StaleFence`. */
  write(owner: StoreOwner, statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
}

export class StaleFence extends Error {
  override readonly name = 'StaleFence';

  constructor({ instanceId, fence }: StoreOwner) {
    super(`A newer owner than ${fence} holds ${instanceId}.`);
  }
}

export const STORE_TABLES: readonly string[] = [
  `create table if not exists whatsapp_web_credentials (
    instance text primary key, sealed text not null, updated_at bigint not null)`,
  `create table if not exists whatsapp_web_keys (
    instance text not null, type text not null, id text not null, sealed text not null,
    primary key (instance, type, id))`,
  `create table if not exists whatsapp_web_values (
    instance text not null, type text not null, id text not null, sealed text not null, stored_at bigint not null,
    primary key (instance, type, id))`,
  `create table if not exists whatsapp_web_fences (instance text primary key, fence bigint not null)`,
];

/** Returns no row to an owner that a newer one has replaced. */
export const CLAIM = `insert into whatsapp_web_fences (instance, fence) values ($1, $2)
  on conflict (instance) do update set fence = excluded.fence where whatsapp_web_fences.fence <= excluded.fence
  returning fence`;

export const READ_FENCE = 'select fence from whatsapp_web_fences where instance = $1';
