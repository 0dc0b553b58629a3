/** Which engine runs is read once, from DATABASE_URL; drizzle-kit reads it here too. */
export const databaseUrl = process.env['DATABASE_URL'] || 'data/switchboard.db';
export const engine = /^postgres(ql)?:/.test(databaseUrl) ? 'postgres' : 'sqlite';
