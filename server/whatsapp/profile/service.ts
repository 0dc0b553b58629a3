import type { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import type { Profile, UpdateProfile } from '../../../shared/whatsapp/profile';
import { ApiError, fieldError } from '../../errors';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import type { Profile as DriverProfile } from '../drivers/driver';
import { tagged } from '../etag';
import { requireInstance } from '../instances/find';
import { pictureOf } from '../picture';
import { asking } from '../provider';
import type { InstanceRow } from '../work';

/** The profile lies with the provider: its tag is that of what it says now. */
const VERSION = 1;

const present = ({ name, about, pictureUrl, cloud }: DriverProfile): Profile => ({
  object: 'whatsapp.profile',
  name,
  about,
  picture_url: pictureUrl,
  cloud,
});

export async function getProfile(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<Profile> {
  return readProfile(ctx, await requireInstance(ctx, instance_id));
}

async function readProfile(ctx: WhatsAppContext, row: InstanceRow): Promise<Profile> {
  const profile = await asking(ctx, row, 'profile.read', ({ driver, instance }) => driver.profile.get(instance));
  return tagged(ctx, VERSION, present(profile));
}

export async function updateProfile(ctx: WhatsAppContext, input: UpdateProfile): Promise<Profile> {
  const { instance_id, name, about, picture, cloud } = input;
  const row = await requireInstance(ctx, instance_id);
  requireCapability(row, 'profile.write');
  judge(row, input);
  requireConnected(row);
  await requireSame(ctx, row);
  const local = picture ? await pictureOf(ctx, row, picture.media_id) : picture;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(about === undefined ? {} : { about }),
    ...(local === undefined ? {} : { picture: local }),
    ...(cloud === undefined ? {} : { cloud: defined(cloud) }),
  };
  if (Object.keys(change).length > 0) {
    await asking(ctx, row, 'profile.write', ({ driver, instance }) => driver.profile.update(instance, change));
  }
  return readProfile(ctx, row);
}

const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const wrong = (pointer: string, message: string) => fieldError('unprocessable', pointer, 'invalid', message);

/** What a network has no place for. */
function judge({ driver }: InstanceRow, { name, picture, cloud }: UpdateProfile): void {
  if (driver !== 'cloud') {
    if (cloud !== undefined) throw wrong('/cloud', 'Is only allowed with the driver `cloud`.');
    return;
  }
  if (name !== undefined)
    throw wrong('/name', '`name` cannot be changed here on `cloud`. Change it at Meta, which must approve it.');
  if (picture !== undefined) throw wrong('/picture', '`picture` cannot be changed here on `cloud`. Change it at Meta.');
}

/** Throws 412 when the profile is another than `If-Match` names. */
async function requireSame(ctx: WhatsAppContext, row: InstanceRow): Promise<void> {
  if (ctx.ifMatch === null) return;
  await readProfile(ctx, row);
  const tags = new Set(ctx.ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  if (!tags.has('*') && !tags.has(ctx.reply.etag ?? '')) throw new ApiError('precondition_failed');
}
