import { eq } from 'drizzle-orm';

import { HEALTH_CODES, type HealthCode, type HealthReason } from '../../../shared/whatsapp/instance';
import type { DriverHealthEvent } from '../drivers/driver-events';
import { presentInstances, presentReasons } from '../present/instances';
import { waInstances } from '../schema/instances';
import { lockInstance } from '../work';
import type { InstanceRow, Work } from '../work-types';

const isCode = (code: string): code is HealthCode => (HEALTH_CODES as readonly string[]).includes(code);

export async function applyHealth(work: Work, driverEvent: DriverHealthEvent): Promise<void> {
  await lockInstance(work);
  const before = await work.tx.require(waInstances, work.instance.id);
  const changes = {
    healthReasons: reasonsAfter(presentReasons(before.healthReasons, work.now), driverEvent.reason),
    qualityRating: driverEvent.qualityRating ?? before.qualityRating,
    messagingLimit: driverEvent.messagingLimit ?? before.messagingLimit,
  };
  const after: InstanceRow = { ...before, ...changes, updatedAt: work.now, version: before.version + 1 };
  const [was, is] = await presentInstances(work.ctx, work.tx, [before, after]);
  if (!was || !is || JSON.stringify(was.health) === JSON.stringify(is.health)) return;
  await work.tx.update(waInstances, eq(waInstances.id, before.id), {
    ...changes,
    updatedAt: after.updatedAt,
    version: after.version,
  });
  work.instance = after;
  work.raise('whatsapp.instance.health_changed', { ...is, previous: { health: was.health } });
}

function reasonsAfter(reasons: readonly HealthReason[], reported: DriverHealthEvent['reason']): HealthReason[] {
  if (!reported || !isCode(reported.code)) return [...reasons];
  const { code, active, until, providerCode } = reported;
  const others = reasons.filter((one) => one.code !== code);
  return active ? [...others, { code, until: until?.toISOString() ?? null, provider_code: providerCode }] : others;
}
