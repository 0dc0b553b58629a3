import type { ScopedDb } from '../../db/scoped';
import { sha256Hex } from '../../secrets/tokens';
import type { AutomationContext } from '../context';
import { findClaimed } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';
import type { FoundEndpoint } from './call';
import { commit, DedupeKeyTaken, type CommittedRequest } from './commit/commit';
import { saveRequest } from './commit/save-request';
import { mapRequest } from './map/map';
import { preparePublications } from './map/prepare';
import { selectRequest, type DedupeClaim } from './map/select';
import { contextOf, type ParsedRequest } from './map/template-context';
import { type StoredBody, previewParsed } from './parse/stored-body';
import { statusesOf } from './present';
import type { RequestDetails } from './request';
import type { RunStage } from './stages';

export interface ProcessInput {
  ctx: AutomationContext;
  endpoint: FoundEndpoint;
  request: RequestDetails;
  payload: ParsedRequest;
  storedBody: StoredBody | undefined;
  /** From the header, if it is usable for deduplication. */
  idempotencyKey: string | null;
  isReplay: boolean;
  runStage: RunStage;
  /** With an Idempotency-Key, the transaction stores the answer too. */
  transact: (ctx: AutomationContext, work: (tx: ScopedDb) => Promise<CommittedRequest>) => Promise<CommittedRequest>;
}

export interface ProcessedRequest extends CommittedRequest {
  isDuplicate: boolean;
}

export async function processRequest(input: ProcessInput): Promise<ProcessedRequest> {
  const { ctx, endpoint, request, payload, storedBody, idempotencyKey, isReplay, runStage } = input;
  const { config } = endpoint.row;
  const context = contextOf(payload, {
    endpoint: endpoint.row,
    workspace: endpoint.workspace,
    config,
    now: request.createdAt,
  });
  const bodySha256 = request.bodySha256 ?? sha256Hex('');
  const selected = { services: ctx, endpoint, context, idempotencyKey, bodySha256, isReplay };
  const { claim, selection } = await selectRequest(selected, runStage);
  if (selection.kind === 'duplicate') return saveRepeat(input, claim, selection.of);

  const mapped = selection.kind === 'map' ? await runStage('map', () => mapRequest(ctx, endpoint, context)) : [];
  const prepared = mapped.length > 0 ? await runStage('resolve', () => preparePublications(ctx, config, mapped)) : [];
  try {
    const settled = await runStage('create', () =>
      input.transact(ctx, (tx) =>
        commit(tx, { ctx, request, preview: previewParsed(storedBody, payload.body), claim, selection, prepared }),
      ),
    );
    return { ...settled, isDuplicate: false };
  } catch (error) {
    if (!(error instanceof DedupeKeyTaken)) throw error;
    const hashes = claim.keys.map(({ hash }) => hash);
    const of = { workspaceId: endpoint.row.workspaceId, endpointId: endpoint.row.id };
    const first = await findClaimed(ctx.store, of, hashes, ctx.now());
    if (first === undefined) throw error;
    return saveRepeat(input, claim, first);
  }
}

/** A duplicate keeps only the names of its files. */
const withoutMedia = (files: RequestDetails['files']): RequestDetails['files'] =>
  files.map((file) => ({ ...file, media_id: null }));

async function saveRepeat(
  { ctx, request }: ProcessInput,
  { dedupeKey }: DedupeClaim,
  of: string,
): Promise<ProcessedRequest> {
  const first = await ctx.db.get(inboundRequests, of);
  const outcome = { status: 'duplicate', reason: 'duplicate', stage: 'dedupe', dedupeKey, duplicateOf: of } as const;
  const own = await ctx.db.transaction((tx) =>
    saveRequest(
      tx,
      { ...request, files: withoutMedia(request.files), body: null },
      outcome,
      ctx.config.inboundRetentionDays,
    ),
  );
  const row = first ?? own;
  if (!row) throw new DedupeKeyTaken();
  return { row, statuses: await statusesOf(ctx.db, [row]), isDuplicate: true };
}
