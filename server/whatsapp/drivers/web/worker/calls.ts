import type { WACallEvent } from 'baileys';

import { MINUTE_MS } from '../../../../../shared/durations';
import { ID_PREFIXES, newId } from '../../../../../shared/ids';
import type { Address, DriverCallEvent, Person } from '../../driver-events';
import { isGroupJid, jidOf, ownAddress, personAt, reachableJid } from './addresses';
import { refusedCall } from './errors';
import { sendWebMessage } from './messages/send';
import { element } from './nodes';
import { sendQuery } from './query-server';
import type { Feature, WebSession } from './session-types';
import { runUnawaited } from './unawaited';

/** Steps of a call that a user notices; the others set up its connection. */
const STATUSES: ReadonlySet<string> = new Set(['offer', 'accept', 'reject', 'timeout', 'terminate']);
/** A repeated caller gets the text once in this time. */
const TEXT_PAUSE_MS = 10 * MINUTE_MS;

export const callsFeature: Feature = {
  listen(session) {
    const lastTexts = new Map<string, number>();
    session.socket.ev.on('call', (calls) => {
      for (const call of calls) onCall(session, call, lastTexts);
    });
  },
  calls: { 'calls.reject': rejectCall },
};

async function rejectCall(session: WebSession, input: { providerCallId: string; who: Address }): Promise<void> {
  await reject(session, input.providerCallId, reachableJid(input.who));
}

function onCall(session: WebSession, call: WACallEvent, lastTexts: Map<string, number>): void {
  const event = eventOf(call);
  if (!event) return;
  const { rejectCalls } = session.options;
  if (!rejectCalls || call.status !== 'offer' || call.offline) return session.report(event);
  void runUnawaited(session, 'call not rejected', async () => {
    const isRejected = await reject(session, call.id, call.from).then(
      () => true,
      () => false,
    );
    session.report({ ...event, rejected: isRejected });
    if (isRejected) await sendText(session, call, lastTexts);
  });
}

function eventOf(call: WACallEvent): DriverCallEvent | undefined {
  const person = callerOf(call);
  if (!person || !STATUSES.has(call.status)) return undefined;
  const group = isGroupJid(call.groupJid) ? call.groupJid : call.chatId;
  return {
    kind: 'call',
    person,
    providerCallId: call.id,
    isVideo: call.isVideo === true,
    status: call.status,
    rejected: call.status === 'reject',
    ...(isGroupJid(group) ? { providerGroupId: group } : {}),
    at: Number.isNaN(call.date.getTime()) ? new Date() : call.date,
  };
}

const callerOf = ({ from, callerPn }: WACallEvent): Person | undefined => personAt(from, callerPn);

async function reject(session: WebSession, id: string, caller: string): Promise<void> {
  const us = session.socket.authState.creds.me?.id;
  if (us === undefined) throw refusedCall('phone_not_registered');
  const content = [element('reject', { 'call-id': id, 'call-creator': caller, count: '0' })];
  await sendQuery(session, element('call', { from: us, to: caller }, content));
}

async function sendText(session: WebSession, call: WACallEvent, lastTexts: Map<string, number>): Promise<void> {
  const text = session.options.rejectCallMessage;
  const person = callerOf(call);
  const caller = jidOf(person ?? {});
  if (text === null || person === undefined || caller === undefined || call.isGroup === true) return;
  const now = Date.now();
  for (const [jid, at] of lastTexts) if (now - at >= TEXT_PAUSE_MS) lastTexts.delete(jid);
  if (lastTexts.has(caller)) return;
  lastTexts.set(caller, now);
  const place = { type: 'direct', person } as const;
  const content = { type: 'text', text } as const;
  const {
    outcome,
    providerMessageId,
    effects = [],
  } = await sendWebMessage(session, {
    messageId: newId(ID_PREFIXES.message),
    attempt: 1,
    to: place,
    content,
    media: null,
    replyTo: null,
    target: null,
    mentions: [],
    forwarded: false,
    simulateTypingMs: 0,
    retries: 0,
  });
  if (effects.length > 0) session.report(...effects);
  if (outcome !== 'sent' || providerMessageId === null) return;
  const sender = ownAddress(session);
  session.report({ kind: 'message', place, sender, isEcho: true, providerMessageId, at: new Date(now), content });
}
