import { capabilitiesOf } from '../../../shared/whatsapp/capabilities';
import { DRIVERS } from '../../../shared/whatsapp/instance';
import type { CapabilityMap, DriverList } from '../../../shared/whatsapp/instance-answers';
import type { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import type { WhatsAppContext } from '../context';
import { areBlocking } from '../present/instances';
import type { InstanceRow } from '../work';
import { requireInstance } from './find';
import { showInstance } from './show';

/** Every driver that there is, and whether this server has it. */
export function listDrivers(ctx: Pick<WhatsAppContext, 'whatsapp'>): DriverList {
  const data = DRIVERS.map((name) => {
    const availability = ctx.whatsapp.driver(name)?.availability();
    return {
      driver: name,
      available: availability?.available ?? false,
      reason: availability ? availability.reason : 'The package of the driver is not installed on this server.',
      engine_version: availability?.engineVersion ?? null,
      notices: availability?.notices ?? [],
      capabilities: capabilitiesOf(name),
    };
  });
  return { data };
}

/** Account states in which nothing can be sent, whatever is tried again. */
const ENDED: ReadonlySet<InstanceRow['statusReason']> = new Set(['banned', 'account_locked']);

/** What the driver can do, less what the account cannot in its present state. */
export async function instanceCapabilities(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<CapabilityMap> {
  const row = await requireInstance(ctx, instance_id);
  const { health } = await showInstance(ctx, ctx.db, row);
  const isBlocked = areBlocking(health.reasons);
  const codes = health.reasons.map(({ code }) => code).join(', ');
  const entries = Object.entries(capabilitiesOf(row.driver)).map(([name, entry]) => {
    const reason = ENDED.has(row.statusReason)
      ? `The account is ${row.statusReason}.`
      : isBlocked && name.startsWith('message.')
        ? `Sending is blocked: ${codes}.`
        : name.startsWith('template.') && lacksTemplates(row)
          ? 'Needs `cloud.waba_id`.'
          : undefined;
    return [name, entry.supported && reason !== undefined ? { ...entry, supported: false, note: reason } : entry];
  });
  return Object.fromEntries(entries) as CapabilityMap;
}

/** Templates belong to a business account, which nobody named. */
export const lacksTemplates = ({ driver, wabaId }: Pick<InstanceRow, 'driver' | 'wabaId'>): boolean =>
  driver === 'cloud' && wabaId === null;
