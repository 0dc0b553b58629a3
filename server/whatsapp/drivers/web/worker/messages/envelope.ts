import type { WAMessage } from 'baileys';

import type { Address, Person, Place } from '../../../driver-events';
import { addressOf, isGroupJid, isSamePerson, jidOf, ownAddress, personAt } from '../addresses';
import type { WebSession } from '../session-types';
import { wireText, wireTime } from './values';

/** According to the server: nothing of it comes from the content. */
export interface Envelope {
  chat: string;
  place: Place;
  /** This account for an echo. */
  sender: Person;
  isEcho: boolean;
  providerMessageId: string;
  at: Date;
}

const MAX_NAME = 200;
const MAX_ID = 256;

/** Undefined for channels, status posts and messages between devices of the account. */
export function messageEnvelope(session: WebSession, message: WAMessage): Envelope | undefined {
  const { key, messageTimestamp } = message;
  const { remoteJid, participant, id } = key;
  if (!remoteJid || !id || id.length > MAX_ID || message.category === 'peer') return undefined;
  const isEcho = key.fromMe === true;
  const common = { isEcho, providerMessageId: id, at: wireTime(messageTimestamp) };
  if (isGroupJid(remoteJid)) {
    const sender = isEcho ? ownAddress(session) : named(personAt(participant, key.participantAlt), message);
    const place = { type: 'group', providerGroupId: remoteJid } as const;
    return sender && { ...common, chat: remoteJid, place, sender };
  }
  const other = otherSide(session, message, isEcho);
  const chat = other && jidOf(other);
  if (!other || chat === undefined) return undefined;
  const person = isEcho ? other : named(other, message);
  return { ...common, chat, place: { type: 'direct', person }, sender: isEcho ? ownAddress(session) : person };
}

const STATUS = 'status@broadcast';

function otherSide(session: WebSession, { key }: WAMessage, isEcho: boolean): Address | undefined {
  const { remoteJid, participant } = key;
  if (remoteJid?.endsWith('@broadcast')) {
    // A message to a broadcast list arrives as one of its sender.
    return isEcho || remoteJid === STATUS ? undefined : personAt(participant, key.participantAlt);
  }
  const other = addressOf(remoteJid);
  const alternative = addressOf(key.remoteJidAlt);
  // For an echo, the library gives the alternative address of this account.
  const isOwn = isEcho && alternative !== undefined && isSamePerson(alternative, ownAddress(session));
  return other && (isOwn ? other : { ...alternative, ...other });
}

function named<T extends Address | undefined>(address: T, { pushName, verifiedBizName }: WAMessage) {
  const name = wireText(pushName ?? verifiedBizName, MAX_NAME);
  return (
    address && {
      ...address,
      ...(name === undefined ? {} : { name }),
      ...(verifiedBizName ? { isBusiness: true } : {}),
    }
  );
}
