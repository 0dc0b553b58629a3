import type { WAMessageKey } from 'baileys';

import type { SendErrorCode } from '../../../../../../shared/whatsapp/send-errors';
import { sendError } from '../../../../send-error';
import type { SendJob, SendResult } from '../../../driver';
import { notSent } from '../../../not-sent';
import { completed, jidOf, jidUser } from '../addresses';
import { CallError } from '../call-error';
import type { WebSession } from '../session-types';
import { answeredCodeOf, errorFields } from '../thrown-errors';
import { RESTRICTED, ackError, STALE_DEVICES } from './ack-errors';
import { newDestinationOf, recordWritten, wasWritten, type MessageDestination } from './destination';
import { providerMessageIdOf } from './ids';
import { outgoingMessage } from './outgoing-content';
import { addContext } from './outgoing-context';
import { relay, type RelayResult } from './relay';
import { restrictionOf } from './restrictions';
import { messageState } from './state';
import { findMessage } from './stored-messages';

interface SendOptions {
  ackMs?: number | undefined;
}

/** Never rejects. Concurrent sends of one job share the result. */
export function sendWebMessage(session: WebSession, job: SendJob, options: SendOptions = {}): Promise<SendResult> {
  const { inFlight } = messageState(session);
  const id = providerMessageIdOf(job.messageId, job.attempt);
  const known = inFlight.get(id);
  if (known) return known;
  const sending = sendOnce(session, job, id, options).finally(() => inFlight.delete(id));
  inFlight.set(id, sending);
  return sending;
}

async function sendOnce(session: WebSession, job: SendJob, id: string, { ackMs }: SendOptions): Promise<SendResult> {
  let to: MessageDestination;
  let result: RelayResult;
  try {
    to = await newDestinationOf(session, job.to);
    const target = job.target ? await keyOf(session, job.target, to) : undefined;
    const message = await outgoingMessage(session, job, target);
    await addContext(session, message, job, to);
    result = await relay(session, to, { id, message, ackMs });
  } catch (error) {
    return unsent(session, error);
  }
  if (result.outcome === 'unwritten') return unsent(session, result.error);
  const recipient = to.person ?? undefined;
  if (result.outcome === 'unknown') return { outcome: 'unknown', providerMessageId: id, recipient };
  if (result.ack.errorCode !== null) {
    return { ...(await refused(session, to, result.ack.errorCode)), providerMessageId: id };
  }
  await recordWritten(session, to).catch((error: unknown) => session.log.warn(errorFields(error), 'chat not recorded'));
  return { outcome: 'sent', providerMessageId: id, recipient };
}

export async function keyOf(
  session: WebSession,
  { providerMessageId: id, isOurs, sender }: NonNullable<SendJob['target']>,
  to: MessageDestination,
): Promise<WAMessageKey> {
  const key: WAMessageKey = { remoteJid: to.jid, fromMe: isOurs, id };
  if (to.person !== null || isOurs) return key;
  const found = await findMessage(session, to.jids, id);
  const participant = found?.key.participant || jidOf(await completed(session, sender));
  return participant === undefined ? key : { ...key, participant };
}

async function refused(
  session: WebSession,
  to: MessageDestination,
  code: number,
): Promise<Omit<SendResult, 'providerMessageId'>> {
  if (code === RESTRICTED) {
    const isNew = to.person !== null && !(await wasWritten(session, to).catch(() => false));
    return { outcome: 'refused', ...(await restrictionOf(session, isNew)) };
  }
  // The next message queries the devices again.
  if (code === STALE_DEVICES) forgetDevices(session, to);
  const error = ackError(code);
  return { outcome: error.retryable ? 'not_sent' : 'refused', error };
}

/** Nothing was written, so the message can be sent again. */
function unsent(session: WebSession, error: unknown): SendResult {
  if (error instanceof CallError) {
    const { kind, code, details } = error.failure;
    const outcome = kind === 'refused' ? 'refused' : 'not_sent';
    return { outcome, providerMessageId: null, error: sendError(code, details === null ? {} : { message: details }) };
  }
  const code = GROUP_FAULTS[answeredCodeOf(error) ?? 0];
  if (code) return { outcome: 'refused', providerMessageId: null, error: sendError(code) };
  session.log.warn(errorFields(error), 'message not sent');
  return notSent();
}

/** Of the query for the members of a group. */
const GROUP_FAULTS: Readonly<Record<number, SendErrorCode>> = { 403: 'group_not_member', 404: 'group_unknown' };

function forgetDevices({ socket }: WebSession, { jids }: MessageDestination): void {
  for (const jid of jids) void socket.userDevicesCache.del(jidUser(jid));
}
