import { eq, sql } from 'drizzle-orm';

import type { InstanceStatus, StatusReason } from '../../../shared/whatsapp/instance';
import type { PairingNews } from '../drivers/news';
import type { Pairing } from '../engine-types';
import { presentInstances } from '../present/instances';
import { holdWaiting } from '../queue/overdue';
import { waInstances } from '../schema/instances';
import { whatsappSealer } from '../sealed';
import { insertInstanceState } from '../system/connections';
import { holdInstance, type InstanceRow, type Work } from '../work';

/** A state that is over sooner, and ends in the one before it, is never told. */
const SHORT_MS = 2000;

export interface ConnectionChange {
  status: InstanceStatus;
  reason: StatusReason | null;
  /** Of the connection that says so: an older one is not heard. Absent: the service itself says it. */
  generation?: number | undefined;
  /** From here on what older connections say is not heard. */
  begins?: boolean | undefined;
  phone?: string | null | undefined;
  displayName?: string | undefined;
  lid?: string | undefined;
  qualityRating?: InstanceRow['qualityRating'] | undefined;
  messagingLimit?: string | undefined;
}

/**
 * Brings an instance to a state: row, history and event. Undefined: it comes from a connection that is over. A state of
 * `reconnecting` is told two seconds later, and not at all if it is over by then.
 */
export async function changeConnection(work: Work, change: ConnectionChange): Promise<InstanceRow | undefined> {
  await holdInstance(work);
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
      ? { status, statusReason: reason, statusChangedAt: work.now, ...tellingOf(before, change, work.now) }
      : {}),
    ...(status === 'pairing' ? {} : { pairingSealed: null }),
    updatedAt: work.now,
    version: sql`${waInstances.version} + 1`,
  });
  if (after === undefined) return undefined;
  work.instance = after;
  if (!isNew) return after;

  const { id: instanceId, workspaceId } = after;
  await insertInstanceState(work.tx.store, { workspaceId, instanceId, status, reason, createdAt: work.now });
  if (status === 'reconnecting') await holdWaiting(work);
  if (after.tellAt === null && !isBack(before, change)) await raiseStatus(work, after, before);
  return after;
}

/** E.164, as contacts have it: networks write numbers in many ways. */
const numberOf = (phone: string | null | undefined) => (phone ? `+${phone.replaceAll(/\D/g, '')}` : phone);

const toldOf = ({ toldStatus, toldReason, status, statusReason }: InstanceRow) =>
  toldStatus === null ? { status, reason: statusReason } : { status: toldStatus, reason: toldReason };

/** A short state that nobody was told of is over. */
const isBack = (before: InstanceRow, { status, reason }: ConnectionChange): boolean => {
  const told = toldOf(before);
  return before.tellAt !== null && told.status === status && told.reason === reason;
};

function tellingOf(before: InstanceRow, { status, reason }: ConnectionChange, now: Date): Partial<InstanceRow> {
  const told = toldOf(before);
  const tells = { toldStatus: told.status, toldReason: told.reason };
  if (status === 'reconnecting') return { ...tells, tellAt: new Date(now.getTime() + SHORT_MS) };
  return { toldStatus: status, toldReason: reason, tellAt: null };
}

async function raiseStatus(work: Work, after: InstanceRow, before: InstanceRow): Promise<void> {
  const [instance] = await presentInstances(work.ctx, work.tx, [after]);
  const told = toldOf(before);
  const previous = { status: told.status, status_reason: told.reason };
  if (instance) work.raise('whatsapp.instance.status_changed', { ...instance, previous });
}

/** Tells of a state that turned out not to be a short one. */
export async function tellConnection(work: Work): Promise<void> {
  await holdInstance(work);
  const before = await work.tx.require(waInstances, work.instance.id);
  if (before.tellAt === null || before.tellAt > work.now) return;
  const { status: toldStatus, statusReason: toldReason } = before;
  const [after] = await work.tx.update(waInstances, eq(waInstances.id, before.id), {
    toldStatus,
    toldReason,
    tellAt: null,
  });
  const told = toldOf(before);
  if (after && (told.status !== toldStatus || told.reason !== toldReason)) await raiseStatus(work, after, before);
}

/** A new QR code waits. False: it comes from a connection that is over. */
export async function notePairing(work: Work, news: Omit<PairingNews, 'kind'>): Promise<boolean> {
  await holdInstance(work);
  const before = await work.tx.require(waInstances, work.instance.id);
  if (news.generation !== before.generation || before.deletedAt !== null) return false;
  if (before.status !== 'pairing') await changeConnection(work, { status: 'pairing', reason: null });

  const { raw, attempt, maxAttempts, expiresAt } = news;
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

/** The code that waits; undefined outside `pairing`. */
export function pairingOf(secretKey: Uint8Array, { id, status, pairingSealed }: InstanceRow): Pairing | undefined {
  if (status !== 'pairing' || pairingSealed === null) return undefined;
  const pairing = JSON.parse(whatsappSealer(secretKey).open('pairing', id, pairingSealed)) as Pairing;
  return { ...pairing, expiresAt: new Date(pairing.expiresAt) };
}
