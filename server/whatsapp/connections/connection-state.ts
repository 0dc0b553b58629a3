import { eq, sql } from 'drizzle-orm';

import type { InstanceStatus, StatusReason } from '../../../shared/whatsapp/instance';
import type { DriverPairingEvent } from '../drivers/driver-events';
import type { Pairing } from '../engine-types';
import { presentInstances } from '../present/instances';
import { insertInstanceState } from '../queries/connections';
import { markWaiting } from '../queue/overdue';
import { waInstances } from '../schema/instances';
import { whatsappSealer } from '../sealed';
import { aimSocket } from '../sockets/aim';
import { lockInstance } from '../work';
import type { InstanceRow, Work } from '../work-types';

/** A state that returns to the previous one within this time is not reported. */
const SHORT_MS = 2000;

export interface ConnectionChange {
  status: InstanceStatus;
  reason: StatusReason | null;
  /** Events of older connections are ignored. Absent for changes by the service itself. */
  generation?: number | undefined;
  begins?: boolean | undefined;
  phone?: string | null | undefined;
  displayName?: string | undefined;
  lid?: string | undefined;
  qualityRating?: InstanceRow['qualityRating'] | undefined;
  messagingLimit?: string | undefined;
}

/** Undefined for an outdated connection. `reconnecting` is reported only if it lasts two seconds. */
export async function changeConnection(work: Work, change: ConnectionChange): Promise<InstanceRow | undefined> {
  await lockInstance(work);
  const before = await work.tx.require(waInstances, work.instance.id);
  if (before.deletedAt !== null) return undefined;
  if (change.generation !== undefined && change.generation !== before.generation) return undefined;

  const { status, reason, phone, displayName, lid, qualityRating, messagingLimit } = change;
  const isNew = status !== before.status || reason !== before.statusReason;
  const facts = Object.entries({ phone: numberOf(phone), displayName, lid, qualityRating, messagingLimit });
  const [after] = await work.tx.update(waInstances, eq(waInstances.id, before.id), {
    ...Object.fromEntries(facts.filter(([, value]) => value !== undefined)),
    ...(change.begins ? { generation: before.generation + 1 } : {}),
    ...(isNew
      ? {
          status,
          statusReason: reason,
          statusChangedAt: work.now,
          passkeySealed: null,
          ...reportColumns(before, change, work.now),
        }
      : {}),
    ...(status === 'pairing' ? {} : { pairingSealed: null }),
    updatedAt: work.now,
    version: sql`${waInstances.version} + 1`,
  });
  if (after === undefined) return undefined;
  work.instance = after;
  await aimSocket(work, before, status, { isRestart: change.begins });
  if (!isNew) return after;

  const { id: instanceId, workspaceId } = after;
  await insertInstanceState(work.tx.store, { workspaceId, instanceId, status, reason, createdAt: work.now });
  if (status === 'reconnecting') await markWaiting(work);
  if (after.reportAt === null && !isBack(before, change)) await raiseStatus(work, after, before);
  return after;
}

const numberOf = (phone: string | null | undefined) => (phone ? `+${phone.replaceAll(/\D/g, '')}` : phone);

const reportedOf = ({ reportedStatus, reportedReason, status, statusReason }: InstanceRow) =>
  reportedStatus === null ? { status, reason: statusReason } : { status: reportedStatus, reason: reportedReason };

const isBack = (before: InstanceRow, { status, reason }: ConnectionChange): boolean => {
  const reported = reportedOf(before);
  return before.reportAt !== null && reported.status === status && reported.reason === reason;
};

function reportColumns(before: InstanceRow, { status, reason }: ConnectionChange, now: Date): Partial<InstanceRow> {
  const reported = reportedOf(before);
  const previousReport = { reportedStatus: reported.status, reportedReason: reported.reason };
  if (status === 'reconnecting') return { ...previousReport, reportAt: new Date(now.getTime() + SHORT_MS) };
  return { reportedStatus: status, reportedReason: reason, reportAt: null };
}

async function raiseStatus(work: Work, after: InstanceRow, before: InstanceRow): Promise<void> {
  const [instance] = await presentInstances(work.ctx, work.tx, [after]);
  const reported = reportedOf(before);
  const previous = { status: reported.status, status_reason: reported.reason };
  if (instance) work.raise('whatsapp.instance.status_changed', { ...instance, previous });
}

export async function publishConnection(work: Work): Promise<void> {
  await lockInstance(work);
  const before = await work.tx.require(waInstances, work.instance.id);
  if (before.reportAt === null || before.reportAt > work.now) return;
  const { status: reportedStatus, statusReason: reportedReason } = before;
  const [after] = await work.tx.update(waInstances, eq(waInstances.id, before.id), {
    reportedStatus,
    reportedReason,
    reportAt: null,
  });
  const reported = reportedOf(before);
  if (after && (reported.status !== reportedStatus || reported.reason !== reportedReason))
    await raiseStatus(work, after, before);
}

/** False for an outdated connection. */
export async function recordPairing(work: Work, driverEvent: Omit<DriverPairingEvent, 'kind'>): Promise<boolean> {
  await lockInstance(work);
  const before = await work.tx.require(waInstances, work.instance.id);
  if (driverEvent.generation !== before.generation || before.deletedAt !== null) return false;
  if (before.status !== 'pairing') await changeConnection(work, { status: 'pairing', reason: null });

  const { raw, attempt, maxAttempts, expiresAt } = driverEvent;
  const text = JSON.stringify({ raw, attempt, maxAttempts, expiresAt } satisfies Pairing);
  await work.tx.update(waInstances, eq(waInstances.id, before.id), {
    pairingSealed: whatsappSealer(work.ctx.secretKey).seal('pairing', before.id, text),
    updatedAt: work.now,
  });
  work.raise('whatsapp.instance.qr_updated', {
    instance_id: before.id,
    attempt,
    expires_at: expiresAt.toISOString(),
  });
  return true;
}

export function pairingOf(secretKey: Uint8Array, { id, status, pairingSealed }: InstanceRow): Pairing | undefined {
  if (status !== 'pairing' || pairingSealed === null) return undefined;
  const pairing = JSON.parse(whatsappSealer(secretKey).open('pairing', id, pairingSealed)) as Pairing;
  return { ...pairing, expiresAt: new Date(pairing.expiresAt) };
}
