import { PUBLICATION_LIMITS, type PublicationInput } from '../../../../shared/automation/publication-inputs';
import type { PreviewDelivery, PublicationPreview } from '../../../../shared/automation/publication-preview';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { LIMITS } from '../../../../shared/limits';
import type { Issue } from '../../channels/channel';
import type { AutomationCall } from '../../context';
import { type AutomationContext, fromRequest } from '../../context';
import { scheduledAt } from '../../schedule/due';
import { firstFreeSlot } from '../../schedule/slots';
import { instanceOf } from '../deliveries/recipients';
import { NO_FREE_SLOT } from '../start';
import { type ComposedRecipient, compose } from './compose';
import { findDuplicate } from './duplicates';
import { type NormalInput, normalInput } from './normal-input';

export const previewForCaller = (ctx: AutomationCall, input: PublicationInput): Promise<PublicationPreview> =>
  previewPublication(fromRequest(ctx), input);

export async function previewPublication(ctx: AutomationContext, input: PublicationInput): Promise<PublicationPreview> {
  const normal = normalInput(input);
  const composed = await compose(ctx, normal, {
    id: newId(ID_PREFIXES.publication),
    links: [],
    keepsSchedule: false,
  });
  const isReadable = composed.faults.length === 0;
  const due = isReadable ? await dueOf(ctx, normal) : null;
  const duplicate = isReadable ? await findDuplicate(ctx.db, composed, ctx.now()) : null;
  const issues: Issue[] = [
    ...composed.faults,
    ...composed.issues,
    ...(due === 'none' ? [NO_FREE_SLOT] : []),
    ...(duplicate ? [duplicate.issue] : []),
  ];
  return {
    valid: issues.length === 0,
    issues: issues.slice(0, LIMITS.issuesPerProblem),
    due_at: due instanceof Date ? due.toISOString() : null,
    deliveries: composed.recipients.slice(0, PUBLICATION_LIMITS.previewed).map(presentPreview),
    total: composed.recipients.length,
    links: composed.links.urls.map((url) => ({ url })),
  };
}

async function dueOf(ctx: AutomationContext, { start, schedule }: NormalInput): Promise<Date | 'none' | null> {
  if (start !== 'now') return null;
  const now = ctx.now();
  if (schedule.mode !== 'next_slot') return scheduledAt(schedule, now);
  return (await firstFreeSlot(ctx.db.store, ctx.workspaceId, schedule, now)) ?? 'none';
}

const presentPreview = (one: ComposedRecipient): PreviewDelivery => ({
  channel: one.channel.schemas.kind,
  instance_id: instanceOf(one.containerId),
  to: one.to,
  label: one.label,
  skip_reason: one.skipReason,
  parts: one.rendering.parts.map((part) => ({ ...part })),
  warnings: [...one.warnings, ...one.rendering.warnings].map(({ message }) => message),
});
