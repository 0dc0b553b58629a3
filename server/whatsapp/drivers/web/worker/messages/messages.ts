import type { Feature } from '../session-types';
import { listenToAcks } from './acks';
import { edit, revoke } from './change';
import { onEmitted } from './emitted';
import { handleMessages } from './incoming';
import { storedMessage } from './kept';
import { markRead, typing } from './reading';
import { handleGroupReceipts, handleUpdates } from './receipts';
import { listenToRestrictions } from './restrictions';
import { sendMessage } from './send';
import { listenToStanzas } from './undecryptable';

export const messagesFeature: Feature = {
  listen(session) {
    listenToAcks(session);
    listenToStanzas(session);
    listenToRestrictions(session);
    onEmitted(session, {
      'messages.upsert': ({ messages }) => handleMessages(session, messages),
      'messages.update': (updates) => handleUpdates(session, updates),
      'message-receipt.update': (updates) => handleGroupReceipts(session, updates),
    });
  },
  calls: { edit, revoke, markRead, typing },
  send: sendMessage,
  storedMessage,
};
