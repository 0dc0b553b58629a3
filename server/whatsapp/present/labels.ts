import type { InferSelectModel } from 'drizzle-orm';

import type { ChatLabel } from '../../../shared/whatsapp/chat';
import { Label } from '../../../shared/whatsapp/chat-label';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { waLabels } from '../schema/people';

export type LabelRow = InferSelectModel<typeof waLabels>;

export const presentLabel = (row: LabelRow): Label => presentAs(Label, row, { object: 'whatsapp.label' });

/** Without labels that were deleted since. */
type LabelsOf = (chat: { labelIds: string[] | null }) => ChatLabel[];

/** Queries the database only when a chat has labels. */
export async function readChatLabels(db: ScopedDb, chats: readonly { labelIds: string[] | null }[]): Promise<LabelsOf> {
  const ids = [...new Set(chats.flatMap(({ labelIds }) => labelIds ?? []))];
  const rows = ids.length === 0 ? [] : await db.getEach(waLabels, ids);
  const labels = new Map(rows.map(({ id, name, color }) => [id, { id, name, color }]));
  return ({ labelIds }) => (labelIds ?? []).flatMap((id) => labels.get(id) ?? []);
}
