import { scoped } from '../../db/scoped';
import { learnProviderId } from '../apply/early';
import { noteOwnReaction } from '../apply/own-reaction';
import { applyRefusal } from '../apply/status';
import { changeMessage, moveMessage } from '../connections/move';
import type { Told } from '../connections/status';
import type { SendJob, SendOutcome } from '../drivers/driver';
import type { Address } from '../drivers/news';
import { contactOf } from '../identity/contact';
import { waMessages } from '../schema/messages';
import { waContacts } from '../schema/people';
import { hasProviderId } from '../system/queue';
import { type InstanceRow, type Work, workOn } from '../work';
import { sendError } from './errors';
import { holdOf, retryAt } from './retry';
import { type MessageRow, NO_WORD_MS, type QueueContext } from './types';

/** Nobody has it any more. */
export const RELEASED = { leaseOwner: null, leaseUntil: null } as const;

/** Writes what became of a message that was given to the provider, and tells of it. */
export async function settle(
  ctx: QueueContext,
  instance: InstanceRow,
  job: SendJob,
  outcome: SendOutcome,
): Promise<void> {
  const db = scoped(ctx.database, instance.workspaceId);
  if (outcome.uploadedAs !== undefined) await ctx.media.noteUpload(instance, outcome.uploadedAs);
  await workOn(ctx.work, db, instance.id, (work) => write(ctx, work, job, outcome), { lock: true });
  if (outcome.effects !== undefined && outcome.effects.length > 0) await ctx.tell(instance.id, outcome.effects);
}

async function write(ctx: QueueContext, work: Work, job: SendJob, outcome: SendOutcome): Promise<void> {
  const { messageId, attempt } = job;
  const { providerMessageId, recipient, error } = outcome;
  if (recipient !== undefined) await learnRecipient(work, job, recipient);
  if (providerMessageId !== null) await learnProviderId(work, { id: messageId, attempt }, providerMessageId);

  // Two contacts may have become one by it, and word that came early may have moved the message.
  const row = await work.tx.get(waMessages, messageId, { lock: true });
  if (row === undefined || row.attempt !== attempt) return;
  const provider = await providerIdOf(work, row, providerMessageId);
  const at = work.now;
  const source = work.instance.driver === 'sandbox' ? 'sandbox' : 'provider';
  // Not so where word came early, or where its lease ran out before it was answered.
  const isWaiting = row.status === 'sending';
  switch (outcome.outcome) {
    case 'sent': {
      const set = { ...provider, acceptedAt: row.acceptedAt ?? at };
      const moved = await moveMessage(work, row, { status: 'sent', at, source }, set);
      if (moved) await noteOwnReaction(work, moved);
      else await changeMessage(work, row, set);
      return;
    }
    case 'accepted': {
      const wait = { ...RELEASED, dueAt: new Date(at.getTime() + NO_WORD_MS) };
      await changeMessage(work, row, { ...provider, acceptedAt: row.acceptedAt ?? at, ...(isWaiting ? wait : {}) });
      return;
    }
    case 'unknown': {
      const told: Told = { status: 'unconfirmed', at, source: 'api', error };
      if (isWaiting) await moveMessage(work, row, told, { ...provider, ...RELEASED, dueAt: null });
      work.tx.store.afterCommit(() => ctx.suspect(work.instance.id));
      return;
    }
    case 'refused': {
      const told: Told = { status: 'failed', at, source, error: error ?? sendError('provider_rejected') };
      const moved = await moveMessage(work, row, told, provider);
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
  if (same) await contactOf(work, recipient, { same, keepsAddresses: true });
}

async function tryAgain(ctx: QueueContext, work: Work, row: MessageRow, { error }: SendOutcome): Promise<void> {
  const at = work.now;
  const again = retryAt(row, error, { now: at.getTime(), random: ctx.random });
  if (again === undefined) {
    const reason = error ?? sendError('provider_unavailable');
    await moveMessage(work, row, { status: 'failed', at, source: 'api', error: reason });
    return;
  }
  const waiting = { dueAt: new Date(again), hold: holdOf(error, again), dispatchedAt: null, retries: row.retries + 1 };
  await moveMessage(work, row, { status: 'queued', at, source: 'api' }, { ...RELEASED, ...waiting }, { quiet: true });
}

/** The provider’s id as a column, unless an echo of the same message has it. */
async function providerIdOf(
  work: Work,
  row: MessageRow,
  providerMessageId: string | null,
): Promise<{ providerMessageId?: string }> {
  if (providerMessageId === null || row.providerMessageId === providerMessageId) return {};
  const isTaken = await hasProviderId(work.tx.store, row, providerMessageId);
  return isTaken ? {} : { providerMessageId };
}
