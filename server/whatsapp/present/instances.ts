import {
  DEFAULT_SETTINGS,
  type HealthCode,
  type HealthReason,
  type Instance,
  type InstanceHealth,
  type InstanceStatus,
} from '../../../shared/whatsapp/instance';
import type { ScopedDb } from '../../db/scoped';
import { type CloudAppRow, countOpenMessages, readCloudApps } from '../queries/instances';
import type { InstanceRow } from '../work';
import { type PresentContext, textOf } from './context';

/** With one of these nothing goes out at all. */
const BLOCKING: ReadonlySet<HealthCode> = new Set(['offline', 'billing_problem']);

/** Instances without any of their secrets, in the order of the rows. */
export async function presentInstances(
  ctx: PresentContext,
  db: ScopedDb,
  rows: readonly InstanceRow[],
): Promise<Instance[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countOpenMessages(db.store, db.workspaceId, ids);
  const appIds = rows.flatMap(({ appId }) => (appId === null ? [] : [appId]));
  const apps = await readCloudApps(db.store, db.workspaceId, appIds);
  return rows.map((row) => {
    const open = counts.get(row.id) ?? { queued: 0, unconfirmed: 0 };
    return presentRow(ctx, row, healthOf(ctx, row, open), apps.get(row.appId ?? ''));
  });
}

/** States in which messages are accepted. */
const SENDING: ReadonlySet<InstanceStatus> = new Set(['connected', 'reconnecting']);

export const areBlocking = (reasons: readonly HealthReason[]): boolean =>
  reasons.some(({ code }) => BLOCKING.has(code));

/** Reasons that still hold. */
export const presentReasons = (reasons: readonly HealthReason[], now: Date): HealthReason[] =>
  reasons.filter(({ until }) => until === null || new Date(until) > now);

function healthOf(
  ctx: PresentContext,
  row: InstanceRow,
  open: Pick<InstanceHealth, 'queued' | 'unconfirmed'>,
): InstanceHealth {
  const reasons = presentReasons(row.healthReasons, ctx.now());
  const isBlocked = !SENDING.has(row.status) || areBlocking(reasons);
  return {
    sending: isBlocked ? 'blocked' : reasons.length > 0 ? 'limited' : 'ok',
    reasons,
    quality_rating: row.qualityRating,
    messaging_limit: row.messagingLimit,
    ...open,
  };
}

const presentRow = (
  ctx: PresentContext,
  row: InstanceRow,
  health: InstanceHealth,
  app: CloudAppRow | undefined,
): Instance => ({
  id: row.id,
  object: 'whatsapp.instance',
  name: row.name,
  driver: row.driver,
  livemode: row.driver !== 'sandbox',
  status: row.status,
  status_reason: row.statusReason,
  status_changed_at: row.statusChangedAt.toISOString(),
  phone: row.phone,
  display_name: row.displayName,
  lid: row.lid,
  metadata: row.metadata,
  health,
  // An older row lacks the settings that came after it.
  settings: { ...DEFAULT_SETTINGS, ...row.settings },
  proxy: row.proxyRedacted === null ? null : { url_redacted: row.proxyRedacted },
  cloud: row.driver === 'cloud' ? cloudOf(ctx, row, app) : null,
  web: row.driver === 'web' ? webOf(row) : null,
  sandbox: row.sandbox,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
});

const cloudOf = (
  ctx: PresentContext,
  row: InstanceRow,
  app: CloudAppRow | undefined,
): NonNullable<Instance['cloud']> => ({
  phone_number_id: row.phoneNumberId ?? '',
  waba_id: row.wabaId,
  graph_version: row.graphVersion ?? '',
  base_url: row.baseUrl ?? '',
  ingress_url: app ? `${ctx.config.baseUrl}/ingress/whatsapp/${app.ingressToken}` : '',
  verify_token_hint: app?.verifyTokenHint ?? '',
  webhook_verified_at: textOf(app?.verifiedAt ?? null),
  last_webhook_at: textOf(row.lastWebhookAt),
  token_hint: row.tokenHint ?? '',
});

const webOf = (row: InstanceRow): NonNullable<Instance['web']> => ({
  client_name: row.clientName ?? '',
  engine_version: null,
  wa_version: null,
  syncing: false,
  last_seen_at: null,
  acknowledged_at: (row.acknowledgedAt ?? row.createdAt).toISOString(),
  acknowledged_by: row.acknowledgedBy ?? '',
});
