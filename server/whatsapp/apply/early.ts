import type { MessageRow } from '../present/messages';
import { consumeEarlyEvents, insertProviderId } from '../queries/messages';
import { lockInstance } from '../work';
import type { Work } from '../work-types';
import { applyEdit } from './edit';
import { applyPollVote } from './poll-vote';
import { applyReaction } from './reaction';
import { applyRevoke } from './revoke';
import { saveEarly, type TargetedDriverEvent } from './save-early';
import { applyStatus } from './status';

export async function applyTargeted(work: Work, driverEvent: TargetedDriverEvent): Promise<void> {
  if (!(await applied(work, driverEvent, false))) await saveEarly(work, driverEvent);
}

function applied(work: Work, driverEvent: TargetedDriverEvent, isLate: boolean): Promise<boolean> {
  switch (driverEvent.kind) {
    case 'status':
      return applyStatus(work, driverEvent, learnProviderId);
    case 'reaction':
      return applyReaction(work, driverEvent, isLate);
    case 'edit':
      return applyEdit(work, driverEvent);
    case 'revoke':
      return applyRevoke(work, driverEvent);
    default:
      return applyPollVote(work, driverEvent);
  }
}

/** Applies events that arrived before the id was known; the message must be read again afterwards. */
export async function learnProviderId(
  work: Work,
  message: Pick<MessageRow, 'id' | 'attempt'>,
  providerMessageId: string,
): Promise<void> {
  await lockInstance(work);
  const { id: messageId, attempt } = message;
  const { id: instanceId } = work.instance;
  await insertProviderId(work.tx, { instanceId, providerMessageId, messageId, attempt });
  const waiting = await consumeEarlyEvents(work.tx.store, work.instance, providerMessageId);
  for (const { event: driverEvent } of waiting) {
    const word = revived(driverEvent as TargetedDriverEvent);
    // It may refer to another message with the same id.
    if (!(await applied(work, word, true))) await saveEarly(work, word);
  }
}

/** JSON stores times as text. */
const revived = (driverEvent: TargetedDriverEvent): TargetedDriverEvent => ({
  ...driverEvent,
  at: new Date(driverEvent.at),
});
