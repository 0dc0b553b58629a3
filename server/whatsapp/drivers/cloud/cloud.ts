import type { Instance } from '../../../../shared/whatsapp/instance';
import { timeText } from '../../../times';
import type { PresentContext } from '../../present/context';
import type { CloudAppRow } from '../../queries/instances';
import { waCloudApps, type waInstances } from '../../schema/instances';
import { type WhatsAppSealer, whatsappSealer } from '../../sealed';
import type { CloudAccess } from '../driver';
import type { DriverModule } from '../module';
import { NO_LIMITS, perDay } from '../traits';
import { appOf, dropUnusedApp, hintOf, requireFreeNumber } from './app';
import { GRAPH_URL } from './base-url';
import { requireBase, settleCredentials, tryCredentials } from './credentials';
import { createCloudDriver } from './driver';

const GRAPH_VERSION = 'v23.0';
const BURST = 16;

function tierOf(limit: string | null): number | null {
  const [, count, unit] = /^(\d+)(k?)$/.exec(limit ?? '') ?? [];
  return count === undefined ? null : Number(count) * (unit === 'k' ? 1000 : 1);
}

type Row = typeof waInstances.$inferSelect;

const present = (ctx: PresentContext, row: Row, app: CloudAppRow | undefined): NonNullable<Instance['cloud']> => ({
  phone_number_id: row.phoneNumberId ?? '',
  waba_id: row.wabaId,
  graph_version: row.graphVersion ?? '',
  base_url: row.baseUrl ?? '',
  ingress_url: app ? `${ctx.config.baseUrl}/ingress/whatsapp/${app.ingressToken}` : '',
  verify_token_hint: app?.verifyTokenHint ?? '',
  webhook_verified_at: timeText(app?.verifiedAt ?? null),
  last_webhook_at: timeText(row.lastWebhookAt),
  token_hint: row.tokenHint ?? '',
});

function accessOf(row: Row, sealer: WhatsAppSealer): CloudAccess | null {
  const { id, tokenSealed, baseUrl, graphVersion, phoneNumberId, wabaId } = row;
  if (tokenSealed === null || baseUrl === null || graphVersion === null || phoneNumberId === null) return null;
  return { baseUrl, graphVersion, phoneNumberId, wabaId, accessToken: sealer.open('token', id, tokenSealed) };
}

const NO_ACCOUNT = {
  note: 'Needs `cloud.waba_id`.',
  detail: 'Templates need the id of the business account. Set `cloud.waba_id` first.',
};

export const cloudModule: DriverModule = {
  traits: {
    title: 'Cloud API',
    description:
      'Meta’s official API for businesses. It needs an app at Meta, a number registered there, and an access token. A message sent more than 24 hours after a person’s last message needs a template.',
    answered: {
      pairing: 'none',
      pacing: {
        description:
          '80 messages per second. To one person, one message every 6 seconds, with bursts of 10. New people by Meta’s tier.',
        max_per_minute: 600,
        jitter_ms: [0, 0],
      },
      max_batch_recipients: 1000,
      send_window: true,
      proxy: false,
      profile_name: false,
      join_approval: 'at_creation',
    },
    isSimulated: false,
    sendWindow: 'required',
    limits: (messagingLimit) => ({
      ...NO_LIMITS,
      send: { intervalMs: 1000 / 80, burst: BURST },
      newDay: perDay(tierOf(messagingLimit)),
      pair: { intervalMs: 6000, burst: 10 },
    }),
    pacingBounds: null,
    burst: (perMinute) => Math.min(BURST, Math.max(1, Math.floor(perMinute / 60))),
    parallelSends: 16,
    recipientIds: ['phone', 'bsuid'],
    typingNeedsInbound: true,
    typingEndsItself: true,
    hasWebhook: true,
    checksTemplates: true,
    lockedProfile: {
      name: '`name` cannot be changed here on `cloud`. Change it at Meta, which must approve it.',
      picture: '`picture` cannot be changed here on `cloud`. Change it at Meta.',
    },
    hasSocket: false,
    readsGroups: true,
  },

  instances: {
    create(ctx, { cloud: given }) {
      const baseUrl = requireBase(ctx, given?.base_url ?? GRAPH_URL);
      return async (tx, id) => {
        if (!given) return {};
        await requireFreeNumber(tx, given.phone_number_id);
        const app = await appOf(ctx, tx, given.app_secret, given.verify_token);
        return {
          appId: app.id,
          phoneNumberId: given.phone_number_id,
          wabaId: given.waba_id ?? null,
          graphVersion: given.graph_version ?? GRAPH_VERSION,
          baseUrl,
          tokenSealed: whatsappSealer(ctx.secretKey).seal('token', id, given.access_token),
          tokenHint: hintOf(given.access_token),
        };
      };
    },
    async change(ctx, row, { cloud: given }) {
      if (!given) return undefined;
      const { columns, outcome } = await tryCredentials(ctx, row, given);
      return {
        outcome,
        unchanged: ['baseUrl', 'tokenSealed', 'phoneNumberId', 'graphVersion'],
        columns: (tx, current) => settleCredentials(ctx, tx, current, given, columns),
      };
    },
    async release(tx, before, after) {
      if (before.appId !== null && before.appId !== after?.appId) await dropUnusedApp(tx, before.appId);
    },
    async present(ctx, db, rows) {
      const appIds = rows.flatMap(({ appId }) => (appId === null ? [] : [appId]));
      const apps = new Map((await db.getEach(waCloudApps, appIds)).map((app) => [app.id, app]));
      return new Map(rows.map((row) => [row.id, present(ctx, row, apps.get(row.appId ?? ''))]));
    },
    reveal: (row, sealer) => ({ cloud: accessOf(row, sealer) }),
    notReady: ({ tokenSealed }) =>
      tokenSealed === null ? 'The instance has no credentials. Set `cloud.access_token` first.' : undefined,
    lacks: ({ wabaId }, capability) => (wabaId === null && capability.startsWith('template.') ? NO_ACCOUNT : undefined),
  },

  open: ({ egress }) => createCloudDriver(egress),
};
