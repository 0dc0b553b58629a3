import type { Feature } from '../session-types';
import { listenToAcks } from './acks';
import { edit, revoke } from './change';
import { handleMessages } from './incoming';
import { sendReadReceipt, typing } from './reading';
import { handleGroupReceipts, handleUpdates } from './receipts';
import { listenToRestrictions } from './restrictions';
import { sendWebMessage } from './send';
import { forgetOldMessages, storedMessage } from './stored-messages';
import { listenToStanzas } from './undecryptable';

export const messagesFeature: Feature = {
  listen(session) {
    listenToAcks(session);
    listenToStanzas(session);
    listenToRestrictions(session);
    const { ev } = session.socket;
    ev.on('messages.upsert', ({ messages }) => handleMessages(session, messages));
    ev.on('messages.update', (updates) => handleUpdates(session, updates));
    ev.on('message-receipt.update', (updates) => handleGroupReceipts(session, updates));
    forgetOldMessages(session);
  },
  calls: { edit, revoke, markRead: sendReadReceipt, typing },
  send: sendWebMessage,
  storedMessage,
};
