/** Read once from DATABASE_URL; drizzle-kit reads it here too. */
export const databaseUrl = process.env['DATABASE_URL'] || 'data/switchboard.db';
/** Connections of a process to PostgreSQL for its own queries; clicks use up to six more. */
export const mostConnections = Number(process.env['DATABASE_CONNECTIONS'] || 10);
export const engine = /^postgres(ql)?:/.test(databaseUrl) ? 'postgres' : 'sqlite';
