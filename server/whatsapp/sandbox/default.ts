import { ID_PREFIXES, newId } from '../../../shared/ids';
import { DEFAULT_SANDBOX } from '../../../shared/whatsapp/drivers/sandbox';
import { DEFAULT_SETTINGS } from '../../../shared/whatsapp/instance';
import type { Database, Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import { SANDBOX_PHONE } from '../drivers/sandbox/driver';
import { waInstances } from '../schema/instances';
import { workspacesWithoutInstance } from '../system/sandbox';

const NAME = 'sandbox';
const SLICE = 200;

/** The connected instance that every new workspace has. */
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

/** For workspaces created before it existed. */
export async function addMissingSandboxes(database: Database, now: () => Date): Promise<void> {
  for (let after = ''; ;) {
    const ids = await workspacesWithoutInstance(database, after, SLICE);
    if (ids.length > 0) {
      await database.transaction(async (tx) => {
        for (const id of ids) await addSandbox(tx, id, now());
      });
    }
    const last = ids.at(-1);
    if (ids.length < SLICE || last === undefined) return;
    after = last;
    await nextTurn();
  }
}
