import type { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import type { BusinessProfile, UpdateProfile } from '../../../shared/whatsapp/profile';
import { defined } from '../../defined';
import { ApiError, fieldError } from '../../errors';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import type { Profile as DriverProfile } from '../drivers/driver';
import { requireOwnBlock } from '../drivers/own-block';
import { traitsOf } from '../drivers/registry';
import { tagged } from '../etag';
import { requireInstance } from '../instances/find';
import { pictureOf } from '../picture';
import { asking } from '../provider';
import type { InstanceRow } from '../work-types';

/** The profile is stored at the provider, so only its content makes the ETag. */
const VERSION = 1;

const present = ({ name, about, pictureUrl, cloud }: DriverProfile): BusinessProfile => ({
  object: 'whatsapp.profile',
  name,
  about,
  picture_url: pictureUrl,
  cloud,
});

export async function getProfile(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<BusinessProfile> {
  return readProfile(ctx, await requireInstance(ctx, instance_id));
}

async function readProfile(ctx: WhatsAppContext, row: InstanceRow): Promise<BusinessProfile> {
  const profile = await asking(ctx, row, 'profile.read', ({ driver, instance }) => driver.profile?.get?.(instance));
  return tagged(ctx, VERSION, present(profile));
}

export async function updateProfile(ctx: WhatsAppContext, input: UpdateProfile): Promise<BusinessProfile> {
  const { instance_id, name, about, picture, cloud } = input;
  const row = await requireInstance(ctx, instance_id);
  requireCapability(row, 'profile.write');
  requireOwnBlock(row.driver, input);
  requireUnlocked(row.driver, input);
  requireConnected(row);
  await requireSame(ctx, row);
  const local = picture ? await pictureOf(ctx, row, picture.media_id) : picture;
  const change = defined({ name, about, picture: local, cloud: cloud && defined(cloud) });
  if (Object.keys(change).length > 0) {
    await asking(ctx, row, 'profile.write', ({ driver, instance }) => driver.profile?.update?.(instance, change));
  }
  return readProfile(ctx, row);
}

/** Throws 422 for fields that can only be changed at the provider. */
function requireUnlocked(driver: InstanceRow['driver'], input: UpdateProfile): void {
  const { lockedProfile } = traitsOf(driver);
  for (const field of ['name', 'picture'] as const) {
    const message = lockedProfile[field];
    if (input[field] !== undefined && message !== undefined) {
      throw fieldError('unprocessable', `/${field}`, 'invalid', message);
    }
  }
}

async function requireSame(ctx: WhatsAppContext, row: InstanceRow): Promise<void> {
  if (ctx.ifMatch === null) return;
  await readProfile(ctx, row);
  const tags = new Set(ctx.ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  if (!tags.has('*') && !tags.has(ctx.reply.etag ?? '')) throw new ApiError('precondition_failed');
}
