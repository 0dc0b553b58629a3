import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { and, eq, inArray, or } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import {
  type CreateImport,
  IMPORT_LIMITS,
  type ImportId,
  type LinkImport,
  type ListImports,
  parseColumns,
} from '../../../shared/links/imports';
import type { Page } from '../../../shared/page';
import { audit, lockWorkspace } from '../../access';
import { given } from '../../db/match';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { onceValue } from '../../idempotency/once-value';
import { actorIdOf, idempotencyKey, idempotentRequest } from '../../idempotency/request';
import { pageOfRows } from '../../paging';
import { type ReceivedFile, receiveFile } from '../../uploads/receive';
import type { LinksContext } from '../context';
import { grantedDomains, relateDomain } from '../domains/find';
import { linkImports } from '../schema/links';
import { presentImport } from './present';

const RETRY_AFTER_SECONDS = '30';

export const importPath = (config: LinksContext['config'], id: string): string => join(config.importFolder, id);

/** Requests with a key are equal by file hash and parameters. Throws 422 `related_not_found`, 429 for a full queue. */
export async function createImport(ctx: LinksContext, input: CreateImport): Promise<LinkImport> {
  const { upload } = ctx;
  if (!upload) throw new ApiError('unsupported_media_type');
  const key = idempotencyKey(ctx.idempotencyKey);
  if (input.domain_id !== undefined) await relateDomain(ctx, ctx.db, input.domain_id, '/domain_id');

  // Checked before the upload; a repeated request is answered even when the queue is full.
  if (key === undefined) await requireTurn(ctx.db);

  const id = newId(ID_PREFIXES.batch);
  const path = importPath(ctx.config, id);
  const file = await receiveFile(upload, `${path}.part`);
  // The file must exist before the row is visible.
  await rename(`${path}.part`, path);
  try {
    const call = key !== undefined && { key, operationId: 'links_imports_create', actorId: actorIdOf(ctx.actor) };
    const request = call ? idempotentRequest(call, [JSON.stringify(input), file.sha256]) : undefined;
    const made = await onceValue(ctx, request, (inner) => insert(inner, id, input, file));
    if (made.id !== id) await rm(path, { force: true });
    else ctx.linkImports.wake(ctx.workspaceId);
    return made;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function insert(ctx: LinksContext, id: string, input: CreateImport, file: ReceivedFile): Promise<LinkImport> {
  const { actor } = ctx;
  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    await requireTurn(tx);
    const row = await tx.insert(linkImports, {
      id,
      status: 'queued',
      format: input.format,
      domainId: input.domain_id ?? null,
      onConflict: input.on_conflict,
      dryRun: input.dry_run,
      suppressEvents: input.suppress_events,
      columns: parseColumns(input.columns ?? '{}'),
      fileSha256: file.sha256,
      fileBytes: file.bytes,
      errors: [],
      createdByType: actor.type,
      createdById: actorIdOf(actor),
      domainIds: grantedDomains(ctx)?.slice() ?? null,
      createdAt: ctx.now(),
    });
    await audit(ctx, tx, 'link_import.created', {
      type: 'link_import',
      id,
      label: `${file.bytes} bytes of ${input.format}`,
    });
    return presentImport(row);
  });
}

async function requireTurn(db: ScopedDb): Promise<void> {
  if ((await db.count(linkImports, eq(linkImports.status, 'queued'))) < IMPORT_LIMITS.waiting) return;
  throw new ApiError('rate_limited', {
    detail: `${IMPORT_LIMITS.waiting} imports of this workspace are already waiting. Try again when one of them has started, or cancel one.`,
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}

export async function getImport(ctx: LinksContext, { import_id }: ImportId): Promise<LinkImport> {
  return presentImport(await requireImport(ctx, ctx.db, import_id));
}

export function listImports(ctx: LinksContext, input: ListImports): Promise<Page<LinkImport>> {
  const { limit, cursor, ...filters } = input;
  const where = and(
    given(filters.status, (states) => inArray(linkImports.status, states)),
    given(grantedDomains(ctx), (ids) =>
      or(eq(linkImports.createdById, actorIdOf(ctx.actor)), inArray(linkImports.domainId, [...ids])),
    ),
  );
  return pageOfRows(ctx.db, linkImports, { limit, cursor, where, filters }, (rows) =>
    rows.map((row) => presentImport(row, 'short')),
  );
}

/** Links that were created stay. Throws 409 `invalid_state` when the import has ended. */
export async function cancelImport(ctx: LinksContext, { import_id }: ImportId): Promise<LinkImport> {
  const canceled = await ctx.db.transaction(async (tx) => {
    const row = await requireImport(ctx, tx, import_id);
    const isOpen = and(eq(linkImports.id, import_id), inArray(linkImports.status, ['queued', 'running']));
    const [after] = await tx.update(linkImports, isOpen, { status: 'canceled', completedAt: ctx.now() });
    if (!after) throw new ApiError('invalid_state', `The import is ${row.status}.`);
    await audit(ctx, tx, 'link_import.canceled', {
      type: 'link_import',
      id: import_id,
      label: `${after.rowsDone} rows done`,
    });
    return after;
  });
  await rm(importPath(ctx.config, import_id), { force: true });
  return presentImport(canceled);
}

/** Throws 404. A restricted key sees its own imports and those into its domains only. */
async function requireImport(ctx: LinksContext, db: ScopedDb, id: string) {
  const row = await db.require(linkImports, id);
  const narrowed = grantedDomains(ctx);
  const isVisible = row.createdById === actorIdOf(ctx.actor) || narrowed?.includes(row.domainId ?? '');
  if (narrowed && !isVisible) throw new ApiError('not_found');
  return row;
}
