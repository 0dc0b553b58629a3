import type { WACallEvent } from 'baileys';

import type { Address, DriverCallEvent, Person } from '../../driver-events';
import { isGroupJid, jidOf, personOf } from './addresses';
import { askNode } from './ask';
import { inBackground } from './background';
import { notReachable, performed, refused } from './errors';
import { element } from './nodes';
import type { Feature, WebSession } from './session-types';

/** Steps of a call that a user notices; the others set up its connection. */
const STATUSES: ReadonlySet<string> = new Set(['offer', 'accept', 'reject', 'timeout', 'terminate']);
/** Someone who calls again and again gets the text once in this time. */
const TEXT_PAUSE_MS = 600_000;

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
  const jid = jidOf(input.who);
  if (jid === undefined) throw notReachable();
  await reject(session, input.providerCallId, jid);
}

function onCall(session: WebSession, call: WACallEvent, lastTexts: Map<string, number>): void {
  const event = eventOf(call);
  if (!event) return;
  const { rejectCalls } = session.options;
  if (!rejectCalls || call.status !== 'offer' || call.offline) return session.report(event);
  void inBackground(session, 'call not rejected', async () => {
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

const callerOf = ({ from, callerPn }: WACallEvent): Person | undefined => personOf(from, callerPn);

async function reject(session: WebSession, id: string, caller: string): Promise<void> {
  const us = session.socket.user?.id;
  if (us === undefined) throw refused('phone_not_registered');
  const content = [element('reject', { 'call-id': id, 'call-creator': caller, count: '0' })];
  await askNode(session, element('call', { from: us, to: caller }, content));
}

/** The text appears in the chat as a message that was written on the phone. */
async function sendText(session: WebSession, call: WACallEvent, lastTexts: Map<string, number>): Promise<void> {
  const { library, socket, options } = session;
  const text = options.rejectCallMessage;
  const person = callerOf(call);
  if (text === null || person === undefined || call.isGroup === true) return;
  const now = Date.now();
  const jid = library.jidNormalizedUser(call.from);
  if (now - (lastTexts.get(jid) ?? 0) < TEXT_PAUSE_MS) return;
  for (const [caller, at] of lastTexts) if (now - at >= TEXT_PAUSE_MS) lastTexts.delete(caller);
  lastTexts.set(jid, now);
  // Without this, the library would fetch a link in the text for a preview.
  const content = { text, linkPreview: null };
  const sent = await performed(() => socket.sendMessage(jid, content));
  const providerMessageId = sent?.key.id;
  if (providerMessageId === undefined || providerMessageId === null) return;
  session.report({
    kind: 'message',
    place: { type: 'direct', person },
    sender: personOf(socket.user?.id, socket.user?.lid) ?? {},
    isEcho: true,
    providerMessageId,
    at: new Date(now),
    content: { type: 'text', text },
  });
}
