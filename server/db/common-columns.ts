import { integer, text, timestamp } from './columns';

export const createdAt = () => timestamp('created_at').notNull();
export const updatedAt = () => timestamp('updated_at').notNull();

export const version = () => integer('version').notNull().default(1);

export const id = () => text('id').primaryKey();
