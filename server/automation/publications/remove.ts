import { eq } from 'drizzle-orm';

import type { PublicationId } from '../../../shared/automation/publication-inputs';
import { requireTag } from '../../whatsapp';
import type { AutomationCall } from '../context';
import { publications } from '../schema/publications';
import { requirePublication } from './find';
import { requireVerb } from './states';

/** Removes a draft; its short links stay. Throws 409 for any other state. */
export async function deletePublication(ctx: AutomationCall, input: PublicationId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await requirePublication(ctx, tx, input, { lock: true });
    requireVerb(row, 'delete');
    requireTag(ctx, row.version);
    await tx.delete(publications, eq(publications.id, row.id));
  });
}
