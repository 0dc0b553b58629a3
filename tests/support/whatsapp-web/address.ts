import { createHash } from 'node:crypto';

import { jidDecode, jidEncode } from 'baileys';

/** How the server names the people of a chat: by phone number, or by the hidden id (LID). */
export type Addressing = 'phone' | 'lid';

export const phoneJid = (phone: string, device = 0): string => jidEncode(phone, 's.whatsapp.net', device || undefined);

export const lidJid = (lid: string, device = 0): string => jidEncode(lid, 'lid', device || undefined);

export const isGroup = (jid: string): boolean => jid.endsWith('@g.us');

export interface Address {
  user: string;
  device: number;
  addressing: Addressing;
}

/** Null for groups, the server, and what is no address of a person. */
export function readAddress(jid: string | undefined): Address | null {
  const decoded = jidDecode(jid);
  if (decoded === undefined || decoded.user === '') return null;
  if (decoded.server !== 'lid' && decoded.server !== 's.whatsapp.net') return null;
  return {
    user: decoded.user,
    device: decoded.device ?? 0,
    addressing: decoded.server === 'lid' ? 'lid' : 'phone',
  };
}

/** The same number always has the same LID, so that a restarted peer knows it. */
export const lidOf = (phone: string): string =>
  `9${createHash('sha256').update(phone).digest().readUIntBE(0, 5).toString().padStart(13, '0')}`;
