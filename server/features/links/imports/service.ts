import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { and, eq, inArray } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../../shared/ids';
import {
  type CreateImport,
  type ImportId,
  type LinkImport,
  type ListImports,
  parseColumns,
} from '../../../../shared/link-imports';
import type { Page } from '../../../../shared/page';
import type { WorkspaceContext } from '../../../context';
import { given } from '../../../db/match';
import { linkImports } from '../../../db/schema';
import type { ScopedDb } from '../../../db/scoped';
import { ApiError } from '../../../errors';
import { actorIdOf, fingerprint, idempotencyKey, once } from '../../../idempotency';
import { pageOfRows } from '../../../paging';
import { audit } from '../../audit/write';
import { narrowedTo, relateDomain } from '../domains/find';
import { presentImport } from './present';
import { type ReceivedFile, receiveFile } from './receive';

export const importPath = (config: WorkspaceContext['config'], id: string): string => join(config.importFolder, id);

/**
 * Takes a file and has it worked off. Under an Idempotency-Key what counts as the same request is the same file by its
 * SHA-256, with the same parameters. Throws 422 `related_not_found` for a domain that the caller does not reach.
 */
export async function createImport(ctx: WorkspaceContext, input: CreateImport): Promise<LinkImport> {
  const { upload } = ctx;
  if (!upload) throw new ApiError('unsupported_media_type');
  const key = idempotencyKey(ctx.idempotencyKey);
  if (input.domain_id !== undefined) await relateDomain(ctx, ctx.db, input.domain_id, '/domain_id');

  const id = newId(ID_PREFIXES.batch);
  const path = importPath(ctx.config, id);
  const file = await receiveFile(upload, `${path}.part`);
  // Before the row: whoever sees the row finds the file.
  await rename(`${path}.part`, path);
  try {
    const made = key === undefined ? await insert(ctx, id, input, file) : await insertOnce(ctx, id, input, file, key);
    if (made.id !== id) await rm(path, { force: true });
    else ctx.linkImports.look();
    return made;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function insertOnce(
  ctx: WorkspaceContext,
  id: string,
  input: CreateImport,
  file: ReceivedFile,
  key: string,
): Promise<LinkImport> {
  const operationId = 'links_imports_create';
  const actorId = actorIdOf(ctx.actor);
  const parts = [operationId, JSON.stringify(input), file.sha256, actorId];
  const result = await once(
    ctx,
    { key, operationId, actorId, fingerprint: fingerprint(parts) },
    async (inner) => {
      const answer = await insert(inner, id, input, file);
      return { answer, stored: { status: 202, headers: {}, body: JSON.stringify(answer) } };
    },
    ({ code, status, details }) => ({ status, headers: {}, body: JSON.stringify({ code, details }) }),
  );
  if ('answer' in result) return result.answer;
  ctx.reply.headers = { ...ctx.reply.headers, 'Idempotent-Replayed': 'true' };
  return JSON.parse(result.replay.body ?? '') as LinkImport;
}

function insert(ctx: WorkspaceContext, id: string, input: CreateImport, file: ReceivedFile): Promise<LinkImport> {
  const { actor } = ctx;
  return ctx.db.transaction(async (tx) => {
    const row = await tx.insert(linkImports, {
      id,
      status: 'queued',
      format: input.format,
      domainId: input.domain_id ?? null,
      onConflict: input.on_conflict,
      dryRun: input.dry_run,
      muteEvents: input.mute_events,
      columns: parseColumns(input.columns ?? '{}'),
      fileSha256: file.sha256,
      fileBytes: file.bytes,
      errors: [],
      createdByType: actor.type,
      createdById: actorIdOf(actor),
      domainIds: narrowedTo(ctx)?.slice() ?? null,
      createdAt: ctx.now(),
    });
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'link_import.created',
      target: { type: 'link_import', id, label: `${file.bytes} bytes of ${input.format}` },
    });
    return presentImport(row);
  });
}

export async function getImport(ctx: WorkspaceContext, { import_id }: ImportId): Promise<LinkImport> {
  return presentImport(await requireImport(ctx, ctx.db, import_id));
}

export function listImports(ctx: WorkspaceContext, input: ListImports): Promise<Page<LinkImport>> {
  const { limit, cursor, ...filters } = input;
  const where = and(
    given(filters.status, (states) => inArray(linkImports.status, states)),
    given(makerOf(ctx), (id) => eq(linkImports.createdById, id)),
  );
  return pageOfRows(ctx.db, linkImports, { limit, cursor, where, filters }, (row) => presentImport(row, 'short'));
}

/** What is made stays; no further row is taken. Throws 409 `invalid_state` when it has ended. */
export async function cancelImport(ctx: WorkspaceContext, { import_id }: ImportId): Promise<LinkImport> {
  const canceled = await ctx.db.transaction(async (tx) => {
    const row = await requireImport(ctx, tx, import_id);
    const isOpen = and(eq(linkImports.id, import_id), inArray(linkImports.status, ['queued', 'running']));
    const [after] = await tx.update(linkImports, isOpen, { status: 'canceled', finishedAt: ctx.now() });
    if (!after) throw new ApiError('invalid_state', `The import is ${row.status}.`);
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'link_import.canceled',
      target: { type: 'link_import', id: import_id, label: `${after.rowsDone} rows done` },
    });
    return after;
  });
  await rm(importPath(ctx.config, import_id), { force: true });
  return presentImport(canceled);
}

/** Throws 404. */
async function requireImport(ctx: WorkspaceContext, db: ScopedDb, id: string) {
  const row = await db.require(linkImports, id);
  if (row.createdById !== (makerOf(ctx) ?? row.createdById)) throw new ApiError('not_found');
  return row;
}

/** Whose imports the caller sees: of a key for named domains its own, of which alone it is known where they lead. */
const makerOf = (ctx: WorkspaceContext): string | undefined => narrowedTo(ctx) && actorIdOf(ctx.actor);
