import { type DriverName, DRIVERS } from '../../../shared/whatsapp/drivers';
import {
  DEFAULT_SETTINGS,
  type HealthCode,
  type HealthReason,
  Instance,
  type InstanceHealth,
  type InstanceStatus,
} from '../../../shared/whatsapp/instance';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { moduleOf, traitsOf } from '../drivers/registry';
import { countOpenMessages } from '../queries/instances';
import type { InstanceRow } from '../work-types';
import type { PresentContext } from './context';

const BLOCKING: ReadonlySet<HealthCode> = new Set(['offline', 'billing_problem']);

export async function presentInstances(
  ctx: PresentContext,
  db: ScopedDb,
  rows: readonly InstanceRow[],
): Promise<Instance[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countOpenMessages(db.store, db.workspaceId, ids);
  const settings = await settingsOf(ctx, db, rows);
  return rows.map((row) => {
    const open = counts.get(row.id) ?? { queued: 0, unconfirmed: 0 };
    return presentRow(row, healthOf(ctx, row, open), settings.get(row.id));
  });
}

const SENDING: ReadonlySet<InstanceStatus> = new Set(['connected', 'reconnecting']);

export const areBlocking = (reasons: readonly HealthReason[]): boolean =>
  reasons.some(({ code }) => BLOCKING.has(code));

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

async function settingsOf(ctx: PresentContext, db: ScopedDb, rows: readonly InstanceRow[]) {
  const settings = new Map<string, object>();
  for (const [driver, ofDriver] of Map.groupBy(rows, (row) => row.driver)) {
    const presented = await moduleOf(driver).instances.present(ctx, db, ofDriver);
    for (const [id, own] of presented) settings.set(id, own);
  }
  return settings;
}

/** A field named after its driver; null for other drivers. */
const ownBlock = (driver: DriverName, own: object | undefined) =>
  Object.fromEntries(DRIVERS.map((name) => [name, name === driver ? (own ?? null) : null])) as Pick<
    Instance,
    DriverName
  >;

const presentRow = (row: InstanceRow, health: InstanceHealth, settings: object | undefined): Instance =>
  presentAs(Instance, row, {
    object: 'whatsapp.instance',
    livemode: !traitsOf(row.driver).isSimulated,
    health,
    // Older rows lack newer settings.
    settings: { ...DEFAULT_SETTINGS, ...row.settings },
    proxy: row.proxyRedacted === null ? null : { url_redacted: row.proxyRedacted },
    ...ownBlock(row.driver, settings),
  });
