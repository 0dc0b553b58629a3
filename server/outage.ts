/** No space, memory or access: the statement itself is correct. */
const SQLITE = /^SQLITE_(FULL|IOERR|NOMEM|BUSY|LOCKED|CANTOPEN|PROTOCOL|READONLY)/;
/** SQLSTATE classes for connection, rollback, resources and system; server start and stop, and idle timeouts. */
const POSTGRES = /^(08|40|53|58)[0-9A-Z]{3}$|^57P0[1-3]$|^25P03$/;
const POSTGRES_CONNECTION = /^ERR_POSTGRES_CONNECTION_/;
const DISK = /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/;
const MAX_CAUSES = 5;

export function* causesOf(error: unknown): Generator<Error & { code?: unknown; errno?: unknown }> {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1)
    yield at;
}

/** True when the disk is full or the database does not answer. */
export function isOutage(error: unknown): boolean {
  for (const { code, errno } of causesOf(error)) {
    if (typeof code === 'string' && [SQLITE, POSTGRES_CONNECTION, DISK].some((known) => known.test(code))) return true;
    if (typeof errno === 'string' && POSTGRES.test(errno)) return true;
  }
  return false;
}
