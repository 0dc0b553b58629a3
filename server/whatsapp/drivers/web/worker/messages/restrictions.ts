import type { NewChatMessageCapInfo, ReachoutTimelockState } from 'baileys';

import type { SendError } from '../../../../../../shared/whatsapp/send-errors';
import { within } from '../../../../../deadline';
import type { DriverHealthEvent } from '../../../driver-events';
import type { WebSession } from '../session-types';
import { errorFields } from '../thrown-errors';
import { RESTRICTED, ackError } from './ack-errors';

const MAX_QUERY_MS = 10_000;

/** Limits on new chats that the server announces unasked. */
export function listenToRestrictions(session: WebSession): void {
  const { ev } = session.socket;
  ev.on('connection.update', ({ reachoutTimeLock }) => {
    if (reachoutTimeLock) session.report(timelockEvent(reachoutTimeLock));
  });
  ev.on('message-capping.update', (cap) => session.report(capEvent(session, cap)));
}

/**
 * Code 463 has two meanings: a restricted account, or one person who accepts no first message. The account’s own state
 * decides; if that cannot be read, a new recipient points to the account.
 */
export async function restrictionOf(
  session: WebSession,
  isNewRecipient: boolean,
): Promise<{ error: SendError; effects: DriverHealthEvent[] }> {
  const [timelock, cap] = await Promise.all([
    // The library also emits the answer, which `listenToRestrictions` reports.
    ask(session, () => session.socket.fetchAccountReachoutTimelock()),
    ask(session, () => session.socket.fetchNewChatMessageCap()),
  ]);
  const effects = cap === undefined ? [] : [capEvent(session, cap)];
  const isCapped = cap?.capping_status === session.library.NewChatMessageCappingStatusType.CAPPED;
  const isRestricted = timelock?.isActive === true || isCapped || (timelock === undefined && isNewRecipient);
  if (!isRestricted) return { error: ackError(RESTRICTED), effects };
  if (timelock === undefined && !isCapped) effects.push(timelockEvent({ isActive: true }));
  return { error: ackError(RESTRICTED, 'account_restricted'), effects };
}

async function ask<T>(session: WebSession, query: () => Promise<T>): Promise<T | undefined> {
  try {
    return await within(query(), MAX_QUERY_MS, () => new Error('No answer.'));
  } catch (error) {
    session.log.warn(errorFields(error), 'state of the account not read');
    return undefined;
  }
}

const timelockEvent = ({ isActive, timeEnforcementEnds }: ReachoutTimelockState): DriverHealthEvent => ({
  kind: 'health',
  reason: {
    code: 'account_restricted',
    active: isActive === true,
    until: timeEnforcementEnds ?? null,
    providerCode: String(RESTRICTED),
  },
});

const capEvent = (
  { library }: WebSession,
  { capping_status: status, cycle_end_timestamp: end }: NewChatMessageCapInfo,
): DriverHealthEvent => ({
  kind: 'health',
  reason: {
    code: 'new_chat_limit',
    active: status === library.NewChatMessageCappingStatusType.CAPPED,
    until: dateOf(end),
    providerCode: status ?? null,
  },
});

function dateOf(seconds: string | undefined): Date | null {
  const at = new Date(Number(seconds) * 1000);
  return seconds === undefined || Number.isNaN(at.getTime()) ? null : at;
}
