import { learnProviderId } from '../apply/early';
import { recordOwnReaction } from '../apply/own-reaction';
import { applyRefusal } from '../apply/status';
import { changeMessage, moveMessage } from '../connections/move';
import { statusSourceOf } from '../connections/reported-by';
import type { StatusReport } from '../connections/status';
import type { SendJob, SendResult } from '../drivers/driver';
import type { Address } from '../drivers/driver-events';
import { contactFor } from '../identity/contact';
import type { MessageRow } from '../present/messages';
import { lockWithProviderId } from '../queries/messages';
import { waMessages } from '../schema/messages';
import { waContacts } from '../schema/people';
import { sendError } from '../send-error';
import { workLocked } from '../work';
import type { InstanceRow, Work } from '../work-types';
import { waitOf, retryAt } from './retry';
import { NO_STATUS_MS, type QueueContext } from './types';

export const RELEASED = { leaseOwner: null, leaseUntil: null } as const;

export async function settle(
  ctx: QueueContext,
  instance: InstanceRow,
  job: SendJob,
  outcome: SendResult,
): Promise<void> {
  if (outcome.uploadedAs !== undefined) await ctx.media.recordUpload(instance, outcome.uploadedAs);
  await workLocked(ctx.work, ctx.database, instance, (work) => write(ctx, work, job, outcome));
  if (outcome.effects !== undefined && outcome.effects.length > 0) await ctx.report(instance.id, outcome.effects);
}

async function write(ctx: QueueContext, work: Work, job: SendJob, outcome: SendResult): Promise<void> {
  const { messageId, attempt } = job;
  const { providerMessageId, recipient, error, alongside } = outcome;
  await alongside?.(work.tx.store);
  if (recipient !== undefined) await learnRecipient(work, job, recipient);
  if (providerMessageId !== null) await learnProviderId(work, { id: messageId, attempt }, providerMessageId);

  // Early events may have merged contacts or changed the message.
  const found = await lockWithProviderId(work.tx, messageId, providerMessageId);
  if (found === undefined || found.row.attempt !== attempt) return;
  const { row, isTaken } = found;
  // An echo of the same message may have the id.
  const provider = providerMessageId === null || isTaken ? {} : { providerMessageId };
  const at = work.now;
  const source = statusSourceOf(work.instance);
  // False after an early event or an expired lease.
  const isWaiting = row.status === 'sending';
  switch (outcome.outcome) {
    case 'sent': {
      const set = { ...provider, acceptedAt: row.acceptedAt ?? at };
      const moved = await moveMessage(work, row, { status: 'sent', at, source }, set);
      if (moved) await recordOwnReaction(work, moved);
      else await changeMessage(work, row, set);
      return;
    }
    case 'accepted': {
      const wait = { ...RELEASED, dueAt: new Date(at.getTime() + NO_STATUS_MS) };
      await changeMessage(work, row, { ...provider, acceptedAt: row.acceptedAt ?? at, ...(isWaiting ? wait : {}) });
      return;
    }
    case 'unknown': {
      const report: StatusReport = { status: 'unconfirmed', at, source: 'api', error };
      if (isWaiting) await moveMessage(work, row, report, { ...provider, ...RELEASED, dueAt: null });
      work.tx.store.afterCommit(() => ctx.suspect(work.instance.id));
      return;
    }
    case 'refused': {
      const report: StatusReport = { status: 'failed', at, source, error: error ?? sendError('provider_rejected') };
      const moved = await moveMessage(work, row, report, provider);
      if (moved?.status === 'failed' && row.status !== 'failed') await applyRefusal(work, moved, at);
      return;
    }
    case 'not_sent':
      if (isWaiting) await tryAgain(ctx, work, row, outcome);
  }
}

async function learnRecipient(work: Work, { messageId }: SendJob, recipient: Address): Promise<void> {
  const row = await work.tx.get(waMessages, messageId);
  const same = row?.contactId && (await work.tx.get(waContacts, row.contactId));
  if (same) await contactFor(work, recipient, { same, keepsAddresses: true });
}

async function tryAgain(ctx: QueueContext, work: Work, row: MessageRow, { error }: SendResult): Promise<void> {
  const at = work.now;
  const again = retryAt(row, error, { now: at.getTime(), random: ctx.random });
  if (again === undefined) {
    const reason = error ?? sendError('provider_unavailable');
    await moveMessage(work, row, { status: 'failed', at, source: 'api', error: reason });
    return;
  }
  const waiting = {
    dueAt: new Date(again),
    waiting: waitOf(error, again),
    dispatchedAt: null,
    retries: row.retries + 1,
  };
  await moveMessage(work, row, { status: 'queued', at, source: 'api' }, { ...RELEASED, ...waiting }, { quiet: true });
}
