import { capabilitiesOf, CAPABILITY_NAMES } from '../../../shared/whatsapp/capabilities';
import { DRIVERS } from '../../../shared/whatsapp/drivers';
import type { CapabilityMap, DriverList } from '../../../shared/whatsapp/instance-answers';
import type { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import type { WhatsAppContext } from '../context';
import { moduleOf, traitsOf } from '../drivers/registry';
import { areBlocking } from '../present/instances';
import type { InstanceRow } from '../work-types';
import { requireInstance } from './find';
import { showInstance } from './show';

export function listDrivers(ctx: Pick<WhatsAppContext, 'whatsapp'>): DriverList {
  const data = DRIVERS.map((name) => {
    const availability = ctx.whatsapp.driver(name)?.availability();
    const { title, description, isSimulated, answered } = traitsOf(name);
    return {
      driver: name,
      title,
      description,
      livemode: !isSimulated,
      available: availability?.available ?? false,
      reason: availability ? availability.reason : 'The package of the driver is not installed on this server.',
      engine_version: availability?.engineVersion ?? null,
      notices: availability?.notices ?? [],
      traits: answered,
      capabilities: capabilitiesOf(name),
    };
  });
  return { data };
}

const ENDED: ReadonlySet<InstanceRow['statusReason']> = new Set(['banned', 'account_locked']);

export async function instanceCapabilities(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<CapabilityMap> {
  const row = await requireInstance(ctx, instance_id);
  const { health } = await showInstance(ctx, ctx.db, row);
  const isBlocked = areBlocking(health.reasons);
  const codes = health.reasons.map(({ code }) => code).join(', ');
  const { lacks } = moduleOf(row.driver).instances;
  const can = capabilitiesOf(row.driver);
  const entries = CAPABILITY_NAMES.map((name) => {
    const entry = can[name];
    const reason = ENDED.has(row.statusReason)
      ? `The account is ${row.statusReason}.`
      : isBlocked && name.startsWith('message.')
        ? `Sending is blocked: ${codes}.`
        : lacks?.(row, name)?.note;
    return [name, entry.supported && reason !== undefined ? { ...entry, supported: false, note: reason } : entry];
  });
  return Object.fromEntries(entries) as CapabilityMap;
}
