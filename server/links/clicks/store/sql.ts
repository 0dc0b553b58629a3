import type { Awaitable } from '../../../awaitable';

export type ClickValue = string | number | bigint | null | Uint8Array;

/** `$1` is the first value; the engine’s adapter converts ids and times. */
export interface ClickSql {
  run(text: string, params?: readonly ClickValue[]): Awaitable<readonly unknown[][]>;
  transaction<T>(work: (tx: ClickSql) => Promise<T>): Promise<T>;
  id(id: string): ClickValue;
  idOf(prefix: string, value: unknown): string;
  time(milliseconds: number): ClickValue;
  timeOf(value: unknown): number;
}

/** Belongs in a Worker, since a query on SQLite blocks the thread. */
export interface ClickReader extends ClickSql {
  close(): Promise<void>;
}
