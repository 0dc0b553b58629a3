/** drizzle-kit reads it here too. */
export const databaseUrl = process.env['DATABASE_URL'] || 'data/switchboard.db';
/** Clicks use up to six more connections. */
export const maxConnections = Number(process.env['DATABASE_CONNECTIONS'] || 10);
export const engine = /^postgres(ql)?:/.test(databaseUrl) ? 'postgres' : 'sqlite';
