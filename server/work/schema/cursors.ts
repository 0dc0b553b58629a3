import { bigInteger, primaryKey, table, text } from '../../db/columns';
import { workspaceId } from '../../db/workspaces';

export const eventCursors = table(
  'event_cursors',
  {
    consumer: text('consumer').notNull(),
    workspaceId: workspaceId(),
    sequence: bigInteger('sequence').notNull(),
  },
  (t) => [primaryKey({ columns: [t.consumer, t.workspaceId] })],
);
