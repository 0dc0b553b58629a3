import { causesOf } from '../outage';

/** A client gets 503 `unavailable`. */
export class Unavailable extends Error {
  override name = 'Unavailable';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The database could not save the change.', { cause });
  }
}

/** Excludes a lost connection, a deadlock and a full disk, after which a retry can help. */
export function isDataFault(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    // Its cause may be a data fault of another caller.
    if (at instanceof Unavailable) return false;
    if (at instanceof TypeError || at instanceof RangeError || at instanceof ReferenceError) return true;
    const { code, errno } = at as { code?: unknown; errno?: unknown };
    // SQLite has named codes; PostgreSQL’s SQLSTATE classes 22 and 23 are data and integrity.
    if (typeof code === 'string' && /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(code)) return true;
    if (typeof errno === 'string' && /^2[23][0-9A-Z]{3}$/.test(errno)) return true;
  }
  return false;
}

/** PostgreSQL ended a transaction that sent no statement for too long. */
export function isIdleTimeout(error: unknown): boolean {
  for (const { errno } of causesOf(error)) if (errno === '25P03') return true;
  return false;
}

export function duplicateIn(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code, errno, constraint } = at as { code?: unknown; errno?: unknown; constraint?: unknown };
    if (typeof code === 'string' && /^SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)$/.test(code)) return at.message;
    if (errno === '23505') return typeof constraint === 'string' ? constraint : at.message;
  }
  return undefined;
}
