import { workspaceId } from '../../access/schema/workspaces';
import { bigInteger, primaryKey, table, text } from '../../db/columns';

export const eventCursors = table(
  'event_cursors',
  {
    consumer: text('consumer').notNull(),
    workspaceId: workspaceId(),
    sequence: bigInteger('sequence').notNull(),
  },
  (t) => [primaryKey({ columns: [t.consumer, t.workspaceId] })],
);
