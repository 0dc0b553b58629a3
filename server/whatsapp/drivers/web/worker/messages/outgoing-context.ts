import type { proto } from 'baileys';

import type { SendJob } from '../../../driver';
import { completed, jidOf, ownAddress, phoneJid } from '../addresses';
import type { WebSession } from '../session-types';
import type { MessageDestination } from './destination';
import { findMessage } from './stored-messages';
import { timerOf } from './timers';
import { contentName, unwrap } from './unwrap';

type Referred = NonNullable<SendJob['replyTo']>;

export async function addContext(
  session: WebSession,
  outer: proto.IMessage,
  job: Pick<SendJob, 'replyTo' | 'mentions' | 'forwarded' | 'content'>,
  to: MessageDestination,
): Promise<void> {
  const expiration = await timerOf(session, to);
  const mentionedJid = await mentionedIn(session, job);
  const context: proto.IContextInfo = {
    ...(job.replyTo && (await quoteOf(session, job.replyTo, to))),
    ...(mentionedJid.length === 0 ? {} : { mentionedJid }),
    ...(job.forwarded ? { isForwarded: true, forwardingScore: 1 } : {}),
    ...(expiration === 0 ? {} : { expiration }),
  };
  if (Object.keys(context).length > 0) setContext(outer, context);
}

const WITH_CONTEXT = [
  'extendedTextMessage',
  'imageMessage',
  'videoMessage',
  'audioMessage',
  'documentMessage',
  'stickerMessage',
  'locationMessage',
  'contactMessage',
  'contactsArrayMessage',
  'pollCreationMessage',
  'pollCreationMessageV3',
] as const satisfies readonly (keyof proto.IMessage)[];

function setContext(outer: proto.IMessage, context: proto.IContextInfo): void {
  const { message } = unwrap(outer);
  const name = WITH_CONTEXT.find((one) => message[one]);
  const content = name && message[name];
  if (content) content.contextInfo = { ...content.contextInfo, ...context };
}

/** With its content if known, since recipients may not have the quoted message. */
async function quoteOf(
  session: WebSession,
  { providerMessageId, isOurs, sender }: Referred,
  to: MessageDestination,
): Promise<proto.IContextInfo> {
  const found = await findMessage(session, to.jids, providerMessageId);
  const author = isOurs ? ownAddress(session) : (to.person ?? (await completed(session, sender)));
  const participant = found?.key.participant || jidOf(author);
  return {
    stanzaId: providerMessageId,
    ...(participant === undefined ? {} : { participant }),
    quotedMessage: found?.message ? quoted(found.message) : { conversation: '' },
  };
}

/** Without its own context, so that quotes do not nest. */
function quoted(outer: proto.IMessage): proto.IMessage {
  const { message } = unwrap(outer);
  const name = contentName(message);
  if (name === undefined) return { conversation: '' };
  const only: proto.IMessage = Object.fromEntries(Object.entries(message).filter(([field]) => field === name));
  const copy = structuredClone(only);
  const content = WITH_CONTEXT.map((one) => copy[one]).find(Boolean);
  if (content) content.contextInfo = null;
  return copy;
}

/** Phones replace the address after `@` in the text by the name. */
async function mentionedIn(session: WebSession, { mentions, content }: Pick<SendJob, 'mentions' | 'content'>) {
  const text = content.type === 'text' ? content.text : 'caption' in content ? (content.caption ?? '') : '';
  const jids: string[] = [];
  for (const mention of mentions) {
    const { phone } = mention;
    const jid =
      phone !== undefined && text.includes(`@${phone}`) ? phoneJid(phone) : jidOf(await completed(session, mention));
    if (jid !== undefined) jids.push(jid);
  }
  return [...new Set(jids)];
}
