import { ApiError, relatedNotFound } from '../../errors';
import type { WhatsAppContext } from '../context';
import type { ChatRow } from '../identity/chat';
import { providerTargetOf } from '../messages/target';
import type { LabelRow } from '../present/labels';
import { asking } from '../provider';
import { waLabels } from '../schema/people';
import type { InstanceRow } from '../work-types';

/** In the given order, each once. Throws 422 for a label that is unknown, or of another instance. */
export async function requireLabels(
  ctx: WhatsAppContext,
  instance: InstanceRow,
  labelIds: readonly string[],
): Promise<LabelRow[]> {
  const known = new Map((await ctx.db.getEach(waLabels, labelIds)).map((row) => [row.id, row]));
  const rows = new Set<LabelRow>();
  for (const [index, id] of labelIds.entries()) {
    const row = known.get(id);
    if (row?.instanceId !== instance.id) {
      const message = 'No such label of this instance.';
      throw relatedNotFound(`/label_ids/${index}`, message);
    }
    rows.add(row);
  }
  return [...rows];
}

/** False when the driver was not asked, because labels are stored here only. */
export async function setLabels(
  ctx: WhatsAppContext,
  instance: InstanceRow,
  chat: ChatRow,
  labels: readonly LabelRow[],
): Promise<boolean> {
  const isOfNobody = chat.contactId === null && chat.groupId === null;
  if (isOfNobody || ctx.whatsapp.driver(instance.driver)?.labels === undefined) return false;
  const place = await providerTargetOf(ctx.db, chat);
  const labelIds = labels.map(({ providerLabelId }) => providerLabelId);
  try {
    await asking(ctx, instance, 'chat.labels', (on) => on.driver.labels?.set(on.instance, place, labelIds));
  } catch (error) {
    throw error instanceof ApiError && error.code === 'upstream_timeout'
      ? new ApiError('upstream_timeout', { ...error.details, detail: TIMED_OUT })
      : error;
  }
  return true;
}

/** WhatsApp accepts one label at a time. */
const TIMED_OUT =
  'WhatsApp did not confirm all labels in time. The chat shows those that it has; set `label_ids` again to continue.';
