import type { Publication } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { emit } from '../../events/emit';
import { tagged } from '../../whatsapp';
import type { AutomationCall } from '../context';
import { fromRequest } from '../context';
import { compose } from './compose/compose';
import { requireSound } from './create';
import { requirePublication } from './find';
import { insertComposed } from './insert';
import { presentPublication } from './present';
import { withLongUrls } from './short-links';

/** The publication may be in any state. Short links are new. Throws 422 when it is invalid. */
export async function duplicatePublication(ctx: AutomationCall, input: PublicationId): Promise<Publication> {
  const row = await requirePublication(ctx, ctx.db, input);
  const automation = fromRequest(ctx);
  const texts = withLongUrls(row, row.shortLinks, row.links);
  const copy = {
    ...row,
    ...texts,
    schedulePointer: '/schedule',
    // Drafts are no duplicates; the check runs when a draft changes.
    allowDuplicate: true,
    start: 'draft' as const,
  };
  const prepared = requireSound(
    await compose(automation, copy, { id: newId(ID_PREFIXES.publication), links: [], keepsSchedule: true }),
  );
  return ctx.db.transaction(async (tx) => {
    const { row: made, events } = await insertComposed(automation, tx, prepared);
    await emit(ctx, tx, events);
    return tagged(ctx, made.version, presentPublication(made));
  });
}
