import type { Publication } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { emit } from '../../events/emit';
import { tagged } from '../../whatsapp/etag';
import type { AutomationCall } from '../context';
import { fromRequest } from '../context';
import { compose } from './compose/compose';
import { requireSound } from './create';
import { requirePublication } from './find';
import { insertComposed } from './insert';
import { presentPublication } from './present';
import { withLongUrls } from './short-links';

/** Makes a draft of a publication, whatever its state. Short links are made anew. Throws 422 where it cannot be made. */
export async function duplicatePublication(ctx: AutomationCall, input: PublicationId): Promise<Publication> {
  const row = await requirePublication(ctx, ctx.db, input);
  const automation = fromRequest(ctx);
  const texts = withLongUrls(row, row.shortLinks, row.links);
  const copy = {
    ...row,
    ...texts,
    schedulePointer: '/schedule',
    // Two drafts of the same are no duplicates: one is judged again when it is changed.
    allowDuplicate: true,
    start: 'draft' as const,
  };
  const prepared = requireSound(
    await compose(automation, copy, { id: newId(ID_PREFIXES.publication), links: [], isTimeKept: true }),
  );
  return ctx.db.transaction(async (tx) => {
    const { row: made, events } = await insertComposed(automation, tx, prepared);
    await emit(ctx, tx.store, ctx.workspaceId, events);
    return tagged(ctx, made.version, presentPublication(made));
  });
}
