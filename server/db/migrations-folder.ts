import { join } from 'node:path';

const DRIZZLE = join(import.meta.dir, '../../drizzle');

/** Where the migrations of a kind of database lie, whatever folder the process was started in. */
export const migrationsFolder = (kind: 'sqlite' | 'postgres' | 'sqlite-clicks'): string => join(DRIZZLE, kind);
