import { callsFeature } from './calls';
import { chatsFeature } from './chats';
import { contactsFeature } from './contacts';
import { groupsFeature } from './groups/groups';
import { historyFeature } from './history';
import { labelsFeature } from './labels';
import { mediaFeature } from './media/media';
import { messagesFeature } from './messages/messages';
import { passkeyFeature } from './passkey/passkey';
import { presenceFeature } from './presence';
import { profileFeature } from './profile';
import type { Feature } from './session-types';

export const FEATURES: readonly Feature[] = [
  messagesFeature,
  mediaFeature,
  callsFeature,
  chatsFeature,
  contactsFeature,
  groupsFeature,
  historyFeature,
  labelsFeature,
  passkeyFeature,
  presenceFeature,
  profileFeature,
];
