import { ID_PREFIXES, idPattern } from '../ids';

const unanchored = (pattern: string): string => pattern.slice(1, -1);
const IDS = [ID_PREFIXES.contact, ID_PREFIXES.group, ID_PREFIXES.chat].map((prefix) => unanchored(idPattern(prefix)));

/** A device suffix `:N` may precede the `@`. */
export const USER_JID = /^[0-9]{1,20}(?:_[0-9]{1,3})?(?::[0-9]{1,3})?@(?:s\.whatsapp\.net|c\.us|lid)$/;
export const GROUP_JID = /^[0-9]{1,20}(?:-[0-9]{1,20})?@g\.us$/;
export const BSUID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;
/** Seven to fifteen digits; spaces, dots, dashes and brackets are ignored. */
export const PHONE = /^[ .()[\]-]*(?:\+[ .()[\]-]*)?[0-9](?:[ .()[\]-]*[0-9]){6,14}[ .()[\]-]*$/;

/** An id of this service, a JID, a BSUID or a phone number. */
export const RECIPIENT = new RegExp(
  `^(?:${[...IDS, ...[USER_JID, GROUP_JID, BSUID, PHONE].map(({ source }) => unanchored(source))].join('|')})$`,
);
/** Like `RECIPIENT`, without groups and chats. */
export const PERSON = new RegExp(
  `^(?:${[IDS[0], ...[USER_JID, BSUID, PHONE].map(({ source }) => unanchored(source))].join('|')})$`,
);

/** Null for an invalid number. */
export const phoneDigits = (typed: string): string | null => (PHONE.test(typed) ? typed.replace(/[^0-9]/g, '') : null);
