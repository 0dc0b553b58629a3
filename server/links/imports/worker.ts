import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { DAY_MS, HOUR_MS } from '../../../shared/durations';
import type { Claim, LeaseTable, WorkQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import type { LinksServices } from '../context';
import type { ImportRow } from '../schema/links';
import { findOpenImports, leaseImport, openImports, workspacesWithImports } from '../system/imports';
import { endImport, LEASE_SECONDS, runImport } from './run';
import { importPath } from './service';

const RETRY_MS = 1000;
/** More than one, since the files of the first ones may be on another node. */
const MAX_IMPORTS_CHECKED = 50;
const FILE_RETENTION_MS = HOUR_MS;
/** A file on another node may return with that node within this time. */
const LOST_AFTER_MS = DAY_MS;
/** Tolerates an outage of disk or database before the import fails. */
const MAX_FAILURES = 60;

const IMPORT_LEASES: LeaseTable = {
  table: 'link_imports',
  key: 'id',
  end: 'lease_until = created_at',
  where: `status = 'running'`,
};

export function createImportQueue(services: () => LinksServices, queues: WorkQueues): WorkQueue {
  const owner = queues.node.id;
  const exists = ({ id }: Pick<ImportRow, 'id'>): Promise<boolean> =>
    Bun.file(importPath(services().config, id)).exists();

  /** The oldest import whose file is here or is considered lost. */
  async function claim(workspaceId: string, lease: Claim): Promise<ImportRow[]> {
    const { store } = services();
    for (const one of await openImports(store, workspaceId, MAX_IMPORTS_CHECKED)) {
      const isLost = lease.now.getTime() - one.createdAt.getTime() >= LOST_AFTER_MS;
      if (!isLost && !(await exists(one))) continue;
      const row = await leaseImport(store, one, lease);
      if (row) return [row];
    }
    return [];
  }

  return queues.add<ImportRow>({
    name: 'link_imports',
    parallelLanes: 4,
    batch: 1,
    leaseSeconds: LEASE_SECONDS,
    leases: IMPORT_LEASES,
    now: () => services().now(),
    due: (now) => workspacesWithImports(services().store, now, owner),
    claim,
    async run(row, turn) {
      if (await exists(row)) return runImport(services(), row, turn);
      return endImport(services(), row, owner, { status: 'failed', error: FILE_LOST });
    },
    retry: () => RETRY_MS,
    async failed(row, _, failures) {
      if (failures < MAX_FAILURES) return;
      const { store, now } = services();
      const own = await leaseImport(store, row, { owner, now: now(), until: now() });
      if (own) await endImport(services(), own, owner, { status: 'failed', error: GAVE_UP });
    },
  });
}

/** Deletes files without an open import, which crashes and imports that ended on another node leave behind. */
export async function sweepImportFiles({ config, store, now }: LinksServices): Promise<void> {
  const names = await readdir(config.importFolder).catch(() => []);
  const open = await findOpenImports(
    store,
    names.map((name) => name.replace(/\.part$/, '')),
  );
  for (const name of names) {
    const path = join(config.importFolder, name);
    const isOld = now().getTime() - (await stat(path)).mtimeMs > FILE_RETENTION_MS;
    if (isOld && !open.has(name)) await rm(path, { force: true });
  }
}

const FILE_LOST = { line: 0, code: 'file_lost', field: null, message: 'The file no longer exists. Import it again.' };
const GAVE_UP = { line: 0, code: 'internal_error', field: null, message: 'An internal error occurred.' };
