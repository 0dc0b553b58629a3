import type { ScopedDb } from '../../../db/scoped';
import { ApiError } from '../../../errors';
import type { Issue } from '../../channels/channel';
import { lockByName, sentBefore } from '../../queries/publications';
import type { PreparedPublication } from './compose';

/** Throws 409 when a recipient got the same content within the window. */
export async function refuseRepeatedSends(tx: ScopedDb, prepared: PreparedPublication, now: Date): Promise<void> {
  // Serialises concurrent creations, so that they see each other.
  if (isDuplicateChecked(prepared)) await lockByName(tx.store, tx.workspaceId, 'duplicates');
  const found = await findDuplicate(tx, prepared, now);
  if (found === null) return;
  throw new ApiError('conflict', {
    detail: found.issue.message,
    errors: [{ in: 'body', ...found.issue }],
    extra: { conflicting_id: found.publicationId },
  });
}

export async function findDuplicate(
  db: ScopedDb,
  prepared: PreparedPublication,
  now: Date,
): Promise<{ issue: Issue; publicationId: string } | null> {
  if (!isDuplicateChecked(prepared)) return null;
  const { id, input, recipients } = prepared;
  const found = await sentBefore(db.store, {
    workspaceId: db.workspaceId,
    hashes: recipients.filter(({ skipReason }) => skipReason === null).map(({ contentHash }) => contentHash),
    since: new Date(now.getTime() - input.duplicateWindowSeconds * 1000),
    except: id,
  });
  for (const { contentHash, to } of recipients) {
    const publicationId = found.get(contentHash);
    if (publicationId === undefined) continue;
    const message = `${to} was sent the same within ${input.duplicateWindowSeconds} seconds; \`allow_duplicate\` sends it again.`;
    return { publicationId, issue: { pointer: '/targets', code: 'probable_duplicate', message } };
  }
  return null;
}

const isDuplicateChecked = ({ input }: PreparedPublication): boolean =>
  input.duplicateWindowSeconds > 0 && !input.allowDuplicate;
