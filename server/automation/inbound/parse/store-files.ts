import { and, asc, inArray, isNull } from 'drizzle-orm';

import type { InboundFile } from '../../../../shared/automation/inbound-request';
import { ID_PREFIXES, idPattern } from '../../../../shared/ids';
import type { ScopedDb } from '../../../db/scoped';
import {
  createPart,
  insertReady,
  inspect,
  likelyClass,
  plainType,
  removeUnused,
  UNKNOWN_TYPE,
  waInstances,
  waMedia,
  workOn,
} from '../../../whatsapp';
import type { AutomationContext, AutomationServices } from '../../context';
import type { EndpointRow } from '../call';
import type { ParsedFile } from './form';

const INSTANCE = new RegExp(idPattern(ID_PREFIXES.instance).slice(1, -1), 'g');

/** Media go to the instance of the first target, or the oldest accessible one; without one only metadata is stored. */
export async function storeFiles(
  ctx: AutomationContext,
  endpoint: EndpointRow,
  files: readonly ParsedFile[],
): Promise<InboundFile[]> {
  if (files.length === 0) return [];
  const instanceId = await instanceFor(ctx, endpoint);
  const stored: InboundFile[] = [];
  for (const file of files) {
    const named = plainType(file.contentType) || UNKNOWN_TYPE;
    const entry = { field: file.field, filename: file.filename, content_type: named, size: file.bytes.byteLength };
    const isKept = instanceId !== undefined && file.bytes.byteLength > 0;
    stored.push(
      isKept ? { ...entry, ...(await storeFile(ctx, instanceId, file, named)) } : { ...entry, media_id: null },
    );
  }
  return stored;
}

export async function deleteFileMedia(
  services: AutomationServices,
  db: ScopedDb,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const where = inArray(waMedia.id, [...ids]);
  const hashes = await db.transaction(async (tx) => {
    const rows = await tx.select(waMedia, { where });
    await tx.delete(waMedia, where);
    return rows.flatMap(({ sha256 }) => sha256 ?? []);
  });
  for (const hash of hashes) await removeUnused(services, db.workspaceId, hash);
}

export const deleteFiles = (services: AutomationServices, db: ScopedDb, files: readonly InboundFile[]): Promise<void> =>
  deleteFileMedia(
    services,
    db,
    files.flatMap(({ media_id: id }) => id ?? []),
  );

async function instanceFor({ db, access }: AutomationContext, { config }: EndpointRow): Promise<string | undefined> {
  const named = JSON.stringify(config.targets).match(INSTANCE) ?? [];
  const isAllowed = access.instances === null ? undefined : inArray(waInstances.id, [...access.instances]);
  const found = await db.select(waInstances, {
    where: and(isNull(waInstances.deletedAt), isAllowed),
    orderBy: [asc(waInstances.id)],
    limit: 100,
  });
  const ids = found.map(({ id }) => id);
  return named.find((id) => ids.includes(id)) ?? ids[0];
}

async function storeFile(
  ctx: AutomationContext,
  instanceId: string,
  { bytes, filename }: ParsedFile,
  named: string,
): Promise<Pick<InboundFile, 'content_type' | 'media_id'>> {
  const writer = await createPart(ctx.config, bytes.byteLength);
  try {
    await writer.write(bytes);
    const part = await writer.finish();
    const info = await inspect(part, named);
    const row = await workOn(ctx, ctx.db, instanceId, (work) =>
      insertReady(work, { part, info, kind: likelyClass(info), messageId: null, filename }),
    );
    return { content_type: row.mimeType, media_id: row.id };
  } finally {
    await writer.discard();
  }
}
