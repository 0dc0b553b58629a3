import { inArray } from 'drizzle-orm';

import type { WebSettings } from '../../../../shared/whatsapp/drivers/web';
import type { Instance } from '../../../../shared/whatsapp/instance';
import { audit } from '../../../access';
import { ApiError } from '../../../errors';
import { timeText } from '../../../times';
import { waSockets } from '../../schema/sockets';
import type { InstanceColumns } from '../instances';
import type { DriverModule } from '../module';
import { NO_LIMITS, perDay, perHour } from '../traits';
import { createWebDriver } from './driver';
import { createWebHost } from './host';
import { requirePublicProxy } from './proxy';
import { changedSettings, newSettings } from './settings';

type SocketState = typeof waSockets.$inferSelect;

const MAX_BATCH_RECIPIENTS = 100;

const present = (settings: WebSettings, socket: SocketState | undefined): NonNullable<Instance['web']> => ({
  ...settings,
  engine_version: socket?.engineVersion ?? null,
  whatsapp_version: socket?.protocolVersion ?? null,
  syncing: socket?.isSyncing ?? false,
  sync_progress: socket?.syncProgress ?? null,
  last_seen_at: timeText(socket?.seenAt ?? null),
});

/** Settings that reach the socket only when it is opened. */
const socketSettings = ({ web, proxySealed, settings }: InstanceColumns) => [
  web,
  proxySealed,
  settings?.ignore_groups,
  settings?.ignore_status,
];

export const webModule: DriverModule = {
  traits: {
    title: 'WhatsApp Web',
    description:
      'Links a phone as WhatsApp Web does, with a QR code or a pairing code. It needs no Meta account, but it is unofficial: WhatsApp can restrict or ban the number.',
    answered: {
      pairing: 'required',
      pacing: {
        description: '20 messages per minute, 1 to 3 seconds apart. 10 new chats per hour and 50 per day.',
        max_per_minute: 20,
        jitter_ms: [1000, 3000],
      },
      max_batch_recipients: MAX_BATCH_RECIPIENTS,
      send_window: false,
      proxy: true,
      profile_name: true,
      join_approval: 'any_time',
    },
    isSimulated: false,
    sendWindow: 'none',
    limits: () => ({
      ...NO_LIMITS,
      send: { intervalMs: 3000, burst: 1 },
      jitterMs: [1000, 3000],
      newHour: perHour(10),
      newDay: perDay(50),
    }),
    pacingBounds: { perMinute: 60, newChatsPerDay: 200 },
    burst: () => 1,
    parallelSends: 1,
    recipientIds: ['phone', 'lid'],
    typingNeedsInbound: false,
    typingEndsItself: false,
    hasWebhook: false,
    checksTemplates: false,
    lockedProfile: {},
    hasSocket: true,
    readsGroups: true,
  },

  instances: {
    create(ctx, { name, proxy, web: given }) {
      requirePublicProxy(ctx, proxy?.url);
      if (given === undefined) throw new ApiError('internal_error');
      const web = newSettings(ctx, given);
      return async (tx, id) => {
        const target = { type: 'whatsapp_instance', id, label: name };
        await audit(ctx, tx, 'whatsapp.instance.risks_acknowledged', target);
        return { web };
      };
    },
    async change(ctx, _row, { proxy, web: given }) {
      requirePublicProxy(ctx, proxy?.url);
      return given && { columns: async (_tx, { web }) => (web === null ? {} : { web: changedSettings(web, given) }) };
    },
    async present(_ctx, db, rows) {
      const ids = rows.map(({ id }) => id);
      const sockets = await db.select(waSockets, { where: inArray(waSockets.instanceId, ids) });
      const socketOf = new Map(sockets.map((socket) => [socket.instanceId, socket]));
      return new Map(
        rows.flatMap(({ id, web }) => (web === null ? [] : [[id, present(web, socketOf.get(id))] as const])),
      );
    },
    reveal: ({ web }) => ({ web }),
    needsNewSocket: (before, after) => !Bun.deepEquals(socketSettings(before), socketSettings(after)),
  },

  open: (services) => createWebDriver(services, createWebHost),
};
