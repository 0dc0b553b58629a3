import { ID_PREFIXES, newId } from '../../../shared/ids';
import { DEFAULT_SANDBOX } from '../../../shared/whatsapp/drivers/sandbox';
import { DEFAULT_SETTINGS } from '../../../shared/whatsapp/instance';
import type { Database, Store } from '../../db/database';
import { pagesAfter } from '../../db/pages-after';
import { scoped } from '../../db/scoped';
import { nextTurn } from '../../next-turn';
import { SANDBOX_PHONE } from '../drivers/sandbox/driver';
import { waInstances } from '../schema/instances';
import { workspacesWithoutInstance } from '../system/sandbox';

const NAME = 'sandbox';
const SLICE = 200;

/** Every new workspace has this connected instance. */
export async function addSandbox(tx: Store, workspaceId: string, now: Date): Promise<void> {
  const instance = {
    id: newId(ID_PREFIXES.instance),
    name: NAME,
    driver: 'sandbox' as const,
    status: 'connected' as const,
    statusChangedAt: now,
    reportedStatus: 'connected' as const,
    phone: SANDBOX_PHONE,
    displayName: 'Sandbox',
    metadata: {},
    settings: DEFAULT_SETTINGS,
    healthReasons: [],
    sandbox: DEFAULT_SANDBOX,
    createdAt: now,
    updatedAt: now,
  };
  await scoped(tx, workspaceId).upsert(waInstances, [instance]);
}

/** For workspaces that were created before sandboxes existed. */
export async function addMissingSandboxes(database: Database, now: () => Date): Promise<void> {
  const read = (after: string) => workspacesWithoutInstance(database, after, SLICE);
  for await (const ids of pagesAfter(SLICE, read, (id) => id)) {
    if (ids.length === 0) return;
    await database.transaction(async (tx) => {
      for (const id of ids) await addSandbox(tx, id, now());
    });
    await nextTurn();
  }
}
