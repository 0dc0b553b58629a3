import { engine } from '../engine';

export type ClickValue = string | number | bigint | null | Uint8Array;

/** Statements on the click tables, written once: `$1` names the first value, and ids and times go through the engine. */
export interface ClickSql {
  run(text: string, params?: readonly ClickValue[]): Promise<readonly unknown[][]>;
  transaction<T>(work: (tx: ClickSql) => Promise<T>): Promise<T>;
  id(id: string): ClickValue;
  idOf(prefix: string, value: unknown): string;
  /** Milliseconds since 1970. */
  time(milliseconds: number): ClickValue;
  timeOf(value: unknown): number;
}

/**
 * A column that is no way to search: the workspace, beside links that are named. Without statistics SQLite would look
 * for them in the whole workspace.
 */
export const unsought = (column: string): string => (engine === 'postgres' ? column : `+${column}`);

/** Ends a select of rows that others wait for; on SQLite a transaction has the file for itself. */
export const HELD = engine === 'postgres' ? 'for update' : '';

/** A part of a JSON text, as JSON text: what is left out is neither read into memory nor parsed. Names are constants. */
export const jsonPart = (column: string, names: readonly string[]): string =>
  engine === 'postgres' ? `${column}::json #>> '{${names.join()}}'` : `${column} ->> '$.${names.join('.')}'`;
