import { eq } from 'drizzle-orm';

import { ENDPOINT_LIMITS } from '../../../shared/automation/endpoint-config';
import type { PublicationStatus } from '../../../shared/automation/publication-states';
import type { ScopedDb } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { AutomationContext } from '../context';
import { type PreparedPublication, writePublication } from '../publications/create';
import { addSample, takeKey } from '../queries/inbound';
import { inboundEndpoints } from '../schema/inbound';
import type { TemplateContext } from '../templates/types';
import type { ShownBody } from './bodies';
import type { EndpointRow } from './call';
import { type Facts, type Outcome, writeDown } from './ledger';
import { refusedAs } from './prepare';
import { type InboundRequestRow, presentWithBody, type Statuses } from './present';
import type { Sifted, SiftVerdict } from './sift';
import { inboundEvent } from './tell';
import { missingIn } from './warnings';

/** Somebody else has taken the key of a request meanwhile. */
export class KeyTaken extends Error {
  override name = 'KeyTaken';
}

/** Somebody else has settled a request that waited. */
export class AlreadySettled extends Error {
  override name = 'AlreadySettled';
}

export interface Settled {
  row: InboundRequestRow;
  statuses: Statuses;
}

interface Commit {
  ctx: AutomationContext;
  facts: Facts;
  /** For the event; that of a replay is kept already. */
  shown: ShownBody;
  sifted: Sifted;
  verdict: Exclude<SiftVerdict, { kind: 'duplicate' }>;
  prepared: readonly PreparedPublication[];
}

/**
 * Everything that a request brings about, in one transaction: its keys, its publications, its row with the bytes, and
 * the events. Throws `KeyTaken` where another call was first.
 */
export async function commit(tx: ScopedDb, { ctx, facts, shown, sifted, verdict, prepared }: Commit): Promise<Settled> {
  await takeKeys(tx, facts, sifted);
  const statuses = new Map<string, PublicationStatus>();
  const events: NewEvent[] = [];
  for (const one of prepared) {
    const written = await writePublication({ ...ctx, store: tx.store, db: tx }, tx, one).catch(refusedAs);
    statuses.set(written.publication.id, written.publication.status);
    events.push(...written.events);
  }
  const outcome: Outcome = {
    ...outcomeOf(verdict),
    dedupeKey: sifted.dedupeKey,
    publicationIds: [...statuses.keys()],
    isSample:
      verdict.kind === 'recorded' && verdict.reason === 'captured' && !facts.isPending
        ? await keepSample(tx, facts.endpoint, sifted.context)
        : false,
  };
  const row = await writeDown(tx, facts, outcome, ctx.config.inboundRetentionDays);
  if (!row) throw new AlreadySettled();

  const isTold = row.status === 'accepted' || row.status === 'recorded';
  const received: NewEvent[] = isTold
    ? [
        inboundEvent(
          { type: 'automation.inbound_request.received', data: presentWithBody(row, shown, statuses) },
          facts.endpoint,
        ),
      ]
    : [];
  await emit(ctx, tx.store, ctx.workspaceId, withCause([...received, ...events], ctx));
  return { row, statuses };
}

/** What tells of anything that a request of ours brought about goes back to it. */
const withCause = (events: readonly NewEvent[], { cause }: AutomationContext): NewEvent[] =>
  cause === undefined ? [...events] : events.map((event) => ({ ...event, cause }));

function outcomeOf(verdict: Commit['verdict']): Outcome {
  if (verdict.kind === 'map') return { status: 'accepted' };
  if (verdict.kind === 'filtered') return { status: 'filtered', reason: 'filtered', stage: 'filter' };
  return { status: 'recorded', reason: verdict.reason };
}

async function takeKeys(tx: ScopedDb, { id, endpoint, createdAt }: Facts, { keys }: Sifted): Promise<void> {
  for (const { hash, seconds } of keys) {
    const isFree = await takeKey(
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
    if (!isFree) throw new KeyTaken();
  }
}

/** Keeps it as a sample while there is room, and looks whether it has what the mapping reads. */
async function keepSample(tx: ScopedDb, endpoint: EndpointRow, context: TemplateContext): Promise<boolean> {
  const row = await addSample(tx.store, endpoint.id, ENDPOINT_LIMITS.samples);
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
