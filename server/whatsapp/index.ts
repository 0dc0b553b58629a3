export { isOnline } from './connections/connected';
export { cancelMessages } from './connections/move';
export type { WhatsAppDeps } from './context';
export { requireTag, tagged } from './etag';
export { addressesOf, type KindValue, shown } from './identity/addresses';
export type { GroupRow } from './identity/chat';
export { masked, nameOf } from './identity/names';
export { parseRecipient, type Recipient } from './identity/parse';
export { type Resolved, resolveRecipient } from './identity/recipient';
export { faultOfRow, likelyClass, maxBytesOf, mediaTypes } from './media/classes';
export { createPart } from './media/disk';
export { inspect } from './media/inspect';
export { removeUnused } from './media/retention';
export { fileAnswer, isOurLink, storedFile } from './media/serve';
export { plainType, UNKNOWN_TYPE } from './media/sniff';
export { insertReady } from './media/create';
export { hasMessages } from './messages/list';
export { requireSendable } from './messages/check-recipient';
export { contentFor, needsOf, storeContent } from './messages/content';
export { queueMessage } from './messages/queue';
export { queueAgain } from './messages/retry';
export { sendWithin } from './messages/send';
export type { ContactRow } from './present/contacts';
export { fileNameOf, type MediaRow } from './present/media';
export {
  countPublished,
  groupsOfInstances,
  type KnownPerson,
  peopleOfInstance,
  type PeopleOrder,
  withChat,
} from './queries/destinations';
export { findAddresses, readContacts } from './queries/people';
export { PUBLISHED } from './queue/types';
export { waInstances } from './schema/instances';
export { waMedia } from './schema/media';
export { waMessages } from './schema/messages';
export { waChats, waGroups } from './schema/people';
export { templateIssue } from './templates/check';
export type { InstanceRow, Work } from './work-types';
export { workIn, workOn } from './work';
