import type { InstanceSettings } from '../../../shared/whatsapp/instance';
import { audit, requireAdministrator } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import { fieldError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { traitsOf } from '../drivers/registry';
import type { PacingBounds } from '../drivers/traits';
import type { InstanceRow } from '../work-types';
import { instanceTarget } from './show';

type Pacing = InstanceSettings['pacing'];

/** Audits pacing that was raised beyond the bounds of the driver. Throws 403 unless the caller is an administrator. */
export async function checkRaisedPacing(
  ctx: WhatsAppContext,
  tx: ScopedDb,
  row: InstanceRow,
  before: Pacing = null,
): Promise<void> {
  const bounds = traitsOf(row.driver).pacingBounds;
  const after = row.settings.pacing;
  if (bounds === null || !isRaised(bounds, after, before)) return;
  requireAdministrator(ctx, `Pacing above ${textOf(bounds)}`);
  await audit(ctx, tx, 'whatsapp.instance.pacing_raised', instanceTarget(row), { before, after });
}

/** Throws 422 if messages to many people would exceed the bounds of the driver. */
export function requirePacedBatch({ driver, settings }: InstanceRow): void {
  const bounds = traitsOf(driver).pacingBounds;
  if (bounds === null || !isRaised(bounds, settings.pacing, null)) return;
  const message = `Batches on the driver \`${driver}\` need pacing of at most ${textOf(bounds)}. Lower \`settings.pacing\` of the instance.`;
  throw fieldError('unprocessable', '/recipients', 'pacing_required', message);
}

/** A lower value is allowed, even if it still exceeds the bounds. */
function isRaised({ perMinute, newChatsPerDay }: PacingBounds, after: Pacing, before: Pacing): boolean {
  if (after === null) return false;
  const isMore = after.max_per_minute > Math.max(perMinute, before?.max_per_minute ?? 0);
  const newChats = after.new_chats_per_day ?? 0;
  return isMore || newChats > Math.max(newChatsPerDay, before?.new_chats_per_day ?? 0);
}

const textOf = ({ perMinute, newChatsPerDay }: PacingBounds): string =>
  `${perMinute} messages a minute or ${newChatsPerDay} new chats a day`;
