import { join } from 'node:path';

const DRIZZLE = join(import.meta.dir, '../../drizzle');

export const migrationsFolder = (kind: 'sqlite' | 'postgres' | 'sqlite-clicks'): string => join(DRIZZLE, kind);
