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
import { audit } from '../../access/audit/write';
import { lockWorkspace } from '../../access/system/workspaces';
import { given } from '../../db/match';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { actorIdOf, fingerprint, idempotencyKey, once } from '../../idempotency/idempotency';
import { pageOfRows } from '../../paging';
import { type ReceivedFile, receiveFile } from '../../uploads/receive';
import type { LinksContext } from '../context';
import { narrowedTo, relateDomain } from '../domains/find';
import { linkImports } from '../schema/links';
import { presentImport } from './present';

/** A small import takes less, a large one more. */
const RETRY_AFTER_SECONDS = '30';

export const importPath = (config: LinksContext['config'], id: string): string => join(config.importFolder, id);

/**
 * Takes a file and has it worked off. Under an Idempotency-Key what counts as the same request is the same file by its
 * SHA-256, with the same parameters. Throws 422 `related_not_found` for a domain that the caller does not reach, 429
 * while ten of the workspace wait.
 */
export async function createImport(ctx: LinksContext, input: CreateImport): Promise<LinkImport> {
  const { upload } = ctx;
  if (!upload) throw new ApiError('unsupported_media_type');
  const key = idempotencyKey(ctx.idempotencyKey);
  if (input.domain_id !== undefined) await relateDomain(ctx, ctx.db, input.domain_id, '/domain_id');

  // Not to take a large file in vain; what was taken before is answered again whatever waits.
  if (key === undefined) await requireTurn(ctx.db);

  const id = newId(ID_PREFIXES.batch);
  const path = importPath(ctx.config, id);
  const file = await receiveFile(upload, `${path}.part`);
  // Before the row: whoever sees the row finds the file.
  await rename(`${path}.part`, path);
  try {
    const made = key === undefined ? await insert(ctx, id, input, file) : await insertOnce(ctx, id, input, file, key);
    if (made.id !== id) await rm(path, { force: true });
    else ctx.linkImports.wake(ctx.workspaceId);
    return made;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function insertOnce(
  ctx: LinksContext,
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

/** Throws 429: one after the other is worked off, so that there is room again. */
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
    given(narrowedTo(ctx), (ids) =>
      or(eq(linkImports.createdById, actorIdOf(ctx.actor)), inArray(linkImports.domainId, [...ids])),
    ),
  );
  return pageOfRows(ctx.db, linkImports, { limit, cursor, where, filters }, (row) => presentImport(row, 'short'));
}

/** What is made stays; no further row is taken. Throws 409 `invalid_state` when it has ended. */
export async function cancelImport(ctx: LinksContext, { import_id }: ImportId): Promise<LinkImport> {
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

/** The import, else 404; a key for named domains sees its own and those that lead to these alone. */
async function requireImport(ctx: LinksContext, db: ScopedDb, id: string) {
  const row = await db.require(linkImports, id);
  const narrowed = narrowedTo(ctx);
  const isReached = row.createdById === actorIdOf(ctx.actor) || narrowed?.includes(row.domainId ?? '');
  if (narrowed && !isReached) throw new ApiError('not_found');
  return row;
}
