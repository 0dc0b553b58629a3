import { deflateSync } from 'node:zlib';

import { proto } from 'baileys';

import type { Companion } from './companion';
import { sendToOwnDevice } from './send';

const { HistorySyncType } = proto.HistorySync;

/** The history of an account without chats, with which a client that was just linked ends its first sync. */
export async function sendEmptyHistory(companion: Companion): Promise<void> {
  for (const syncType of [HistorySyncType.INITIAL_BOOTSTRAP, HistorySyncType.RECENT]) {
    const history = proto.HistorySync.encode({ syncType, conversations: [], progress: 100, chunkOrder: 1 }).finish();
    await sendToOwnDevice(companion.owner, companion, {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType: Number(syncType),
          chunkOrder: 1,
          progress: 100,
          initialHistBootstrapInlinePayload: deflateSync(history),
        },
      },
    });
  }
}
