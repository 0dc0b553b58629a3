import { engine } from '../../../db/engine';

export type ClickValue = string | number | bigint | null | Uint8Array;

/** Statements for both engines: `$1` names the first value; ids and times are converted by the engine’s adapter. */
export interface ClickSql {
  run(text: string, params?: readonly ClickValue[]): Promise<readonly unknown[][]>;
  transaction<T>(work: (tx: ClickSql) => Promise<T>): Promise<T>;
  id(id: string): ClickValue;
  idOf(prefix: string, value: unknown): string;
  /** Milliseconds since 1970. */
  time(milliseconds: number): ClickValue;
  timeOf(value: unknown): number;
}

/** Hides a column from SQLite’s planner, which has no statistics and would search by workspace instead of by link. */
export const unsought = (column: string): string => (engine === 'postgres' ? column : `+${column}`);

/** SQLite locks the whole file in a transaction, so it needs no row locks. */
export const HELD = engine === 'postgres' ? 'for update' : '';

/** Extracts a part of a JSON text as JSON text. `names` must be constants. */
export const jsonPart = (column: string, names: readonly string[]): string =>
  engine === 'postgres' ? `${column}::json #>> '{${names.join()}}'` : `${column} ->> '$.${names.join('.')}'`;
