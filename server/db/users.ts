import { boolean, table, text, timestamp, uniqueIndex } from './columns';
import { createdAt, id } from './common-columns';

export const users = table(
  'users',
  {
    id: id(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash'),
    emailVerifiedAt: timestamp('email_verified_at'),
    passwordChangedAt: timestamp('password_changed_at'),
    instanceAdmin: boolean('instance_admin').notNull().default(false),
    status: text('state').$type<'active' | 'suspended'>().notNull().default('active'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('users_email_key').on(t.email)],
);

export const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
