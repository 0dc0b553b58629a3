import type { proto } from 'baileys';

import { defined } from '../../../../../defined';
import type { DriverMessageEvent } from '../../../driver-events';
import { addressOf } from '../addresses';
import { wireText } from './values';

const MAX_MENTIONS = 256;
const MAX_ID = 256;

export function contextFields(context: proto.IContextInfo | null | undefined): Partial<DriverMessageEvent> {
  if (!context) return {};
  const { stanzaId, mentionedJid, isForwarded, forwardingScore, externalAdReply } = context;
  const mentions = (mentionedJid ?? []).slice(0, MAX_MENTIONS).flatMap((jid) => addressOf(jid) ?? []);
  const referral = externalAdReply?.sourceId || externalAdReply?.ctwaClid ? referralOf(externalAdReply) : undefined;
  return {
    ...defined({ replyTo: wireText(stanzaId, MAX_ID) }),
    ...(mentions.length === 0 ? {} : { mentions }),
    ...(isForwarded === true || (forwardingScore ?? 0) > 0 ? { forwarded: true } : {}),
    ...(referral ? { context: { referral } } : {}),
  };
}

/** Field names of the Cloud API. */
const referralOf = (ad: proto.ContextInfo.IExternalAdReplyInfo): Record<string, unknown> =>
  defined({
    source_url: wireText(ad.sourceUrl),
    source_id: wireText(ad.sourceId),
    source_type: wireText(ad.sourceType),
    headline: wireText(ad.title),
    body: wireText(ad.body),
    ctwa_clid: wireText(ad.ctwaClid),
  });
