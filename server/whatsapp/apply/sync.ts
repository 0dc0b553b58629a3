import { eq } from 'drizzle-orm';

import type { DriverSyncEvent } from '../drivers/driver-events';
import { waSockets } from '../schema/sockets';
import type { Work } from '../work-types';

const NOTHING = { chats: 0, contacts: 0, messages: 0 };

export async function applySync(work: Work, { isDone, progress, counts = NOTHING }: DriverSyncEvent): Promise<void> {
  const { tx, instance } = work;
  await tx.update(waSockets, eq(waSockets.instanceId, instance.id), {
    isSyncing: !isDone,
    syncProgress: isDone ? null : progress,
  });
  if (isDone) work.raise('whatsapp.history.synced', { instance_id: instance.id, ...counts });
}
