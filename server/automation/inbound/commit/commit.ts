import { eq } from 'drizzle-orm';

import { ENDPOINT_LIMITS } from '../../../../shared/automation/endpoint-config';
import type { PublicationStatus } from '../../../../shared/automation/publication-states';
import type { ScopedDb } from '../../../db/scoped';
import { emit, type NewEvent } from '../../../events/emit';
import type { AutomationContext } from '../../context';
import { type PreparedPublication, writePublication } from '../../publications/create';
import { addSample, claimKey } from '../../queries/inbound';
import { inboundEndpoints } from '../../schema/inbound';
import type { TemplateContext } from '../../templates/types';
import type { EndpointRow } from '../call';
import { inboundEvent } from '../events';
import { rethrowAsRefusal } from '../map/prepare';
import { missingIn } from '../map/sample-warnings';
import type { DedupeClaim, Selection } from '../map/select';
import type { BodyPreview } from '../parse/stored-body';
import { type InboundRequestRow, presentWithBody, type Statuses } from '../present';
import type { RequestDetails } from '../request';
import { type RequestResult, saveRequest } from './save-request';

export class DedupeKeyTaken extends Error {
  override name = 'DedupeKeyTaken';
}

export class AlreadyReplayed extends Error {
  override name = 'AlreadySettled';
}

export interface CommittedRequest {
  row: InboundRequestRow;
  statuses: Statuses;
}

interface Commit {
  ctx: AutomationContext;
  request: RequestDetails;
  /** For the event. A replay already has one. */
  preview: BodyPreview;
  claim: DedupeClaim;
  selection: Exclude<Selection, { kind: 'duplicate' }>;
  prepared: readonly PreparedPublication[];
}

/** One transaction. Throws `DedupeKeyTaken` when another call was first. */
export async function commit(
  tx: ScopedDb,
  { ctx, request, preview, claim, selection, prepared }: Commit,
): Promise<CommittedRequest> {
  await claimKeys(tx, request, claim);
  const statuses = new Map<string, PublicationStatus>();
  const events: NewEvent[] = [];
  for (const one of prepared) {
    const written = await writePublication({ ...ctx, store: tx.store, db: tx }, tx, one).catch(rethrowAsRefusal);
    statuses.set(written.publication.id, written.publication.status);
    events.push(...written.events);
  }
  const outcome: RequestResult = {
    ...outcomeOf(selection),
    dedupeKey: claim.dedupeKey,
    publicationIds: [...statuses.keys()],
    isSample:
      selection.kind === 'recorded' && selection.reason === 'sample_stored' && !request.isPending
        ? await saveSample(tx, request.endpoint, claim.context)
        : false,
  };
  const row = await saveRequest(tx, request, outcome, ctx.config.inboundRetentionDays);
  if (!row) throw new AlreadyReplayed();

  const isReported = row.status === 'accepted' || row.status === 'recorded';
  const received: NewEvent[] = isReported
    ? [
        inboundEvent(
          { type: 'automation.inbound_request.received', data: presentWithBody(row, preview, statuses) },
          request.endpoint,
        ),
      ]
    : [];
  await emit(ctx, tx, withCause([...received, ...events], ctx));
  return { row, statuses };
}

const withCause = (events: readonly NewEvent[], { cause }: AutomationContext): NewEvent[] =>
  cause === undefined ? [...events] : events.map((event) => ({ ...event, cause }));

function outcomeOf(selection: Commit['selection']): RequestResult {
  if (selection.kind === 'map') return { status: 'accepted' };
  if (selection.kind === 'filtered') return { status: 'filtered', reason: 'filtered', stage: 'filter' };
  return { status: 'recorded', reason: selection.reason };
}

async function claimKeys(
  tx: ScopedDb,
  { id, endpoint, createdAt }: RequestDetails,
  { keys }: DedupeClaim,
): Promise<void> {
  for (const { hash, seconds } of keys) {
    const isFree = await claimKey(
      tx.store,
      {
        workspaceId: tx.workspaceId,
        endpointId: endpoint.id,
        keyHash: hash,
        requestId: id,
        expiresAt: new Date(createdAt.getTime() + seconds * 1000),
      },
      createdAt,
    );
    if (!isFree) throw new DedupeKeyTaken();
  }
}

/** Stores a sample while there is capacity, and reports values that the mapping misses in it. */
async function saveSample(tx: ScopedDb, endpoint: EndpointRow, context: TemplateContext): Promise<boolean> {
  const row = await addSample(tx.store, endpoint, ENDPOINT_LIMITS.samples);
  if (!row) return false;
  if (row.config.mapping !== null) {
    const missing = missingIn(row.config.mapping, [context]);
    const known = new Set(row.warnings.map(({ path }) => path));
    const warnings = row.samples === 1 ? missing : missing.filter(({ path }) => known.has(path));
    if (warnings.length !== row.warnings.length) {
      await tx.update(inboundEndpoints, eq(inboundEndpoints.id, row.id), { warnings });
    }
  }
  return true;
}
