import { eq } from 'drizzle-orm';

import type { Publication } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { PublicationVerb } from '../../../shared/automation/publication-states';
import type { ScopedDb } from '../../db/scoped';
import { emit } from '../../events/emit';
import { requireTag, tagged } from '../../whatsapp';
import type { AutomationCall } from '../context';
import { countPublicationDeliveries } from '../queries/publications';
import { publications } from '../schema/publications';
import { requirePublication } from './find';
import { presentPublication, type PublicationRow } from './present';
import { type ChangeResult, countStatus } from './settle';
import { requireVerb } from './states';

export interface Change {
  ctx: AutomationCall;
  tx: ScopedDb;
  row: PublicationRow;
  now: Date;
}

/** `before` runs without the lock, for rows to lock before the publication. Throws 404, 409 and 412. */
export function changePublication<Prepared = undefined>(
  ctx: AutomationCall,
  input: PublicationId,
  verb: PublicationVerb,
  run: (change: Change, prepared: Prepared) => Promise<ChangeResult>,
  before?: (change: Change) => Promise<Prepared>,
): Promise<Publication> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const seen = await requirePublication(ctx, tx, input);
    requireVerb(seen, verb);
    const prepared = (await before?.({ ctx, tx, row: seen, now })) as Prepared;
    const row = await requirePublication(ctx, tx, input, { lock: true });
    requireVerb(row, verb);
    requireTag(ctx, row.version);

    const changed = await run({ ctx, tx, row, now }, prepared);
    await emit(ctx, tx, changed.events);
    return tagged(ctx, changed.row.version, presentPublication(changed.row));
  });
}

export async function writeRow({ ctx, tx, row, now }: Change, set: Partial<PublicationRow>): Promise<PublicationRow> {
  const counters = (await countPublicationDeliveries(tx.store, tx.workspaceId, [row.id])).get(row.id) ?? row.counters;
  const [after = row] = await tx.update(publications, eq(publications.id, row.id), {
    ...set,
    counters,
    updatedAt: now,
    version: row.version + 1,
  });
  if (after.status !== row.status) countStatus(ctx, tx, after.status);
  tx.store.afterCommit(() => ctx.automation.publisher.wake());
  return after;
}
