import type { Config } from '../../config/config';
import type { Store } from '../../db/database';
import { ApiError } from '../../errors';
import { createCountedQuota } from '../../limits/quota';
import { countMediaBytes } from '../queries/media';

type Limits = Pick<Config, 'whatsappMediaMax'>;

const reserve = createCountedQuota({ name: 'bytes of files', count: countMediaBytes, margin: 1024 ** 3 });

/** Call it in the transaction that stores the file. */
export const reserveMediaBytes = async (
  { whatsappMediaMax }: Limits,
  tx: Store,
  workspaceId: string,
  bytes: number,
): Promise<boolean> => (await reserve(tx, workspaceId, { more: bytes, limit: whatsappMediaMax })) === bytes;

export const mediaQuotaText = ({ whatsappMediaMax }: Limits): string =>
  `The files of a workspace have at most ${whatsappMediaMax} bytes together: delete some that are not used any more, or have WHATSAPP_MEDIA_MAX raised.`;

export async function requireMediaBytes(
  config: Limits,
  store: Store,
  workspaceId: string,
  bytes: number,
): Promise<void> {
  if (await reserveMediaBytes(config, store, workspaceId, bytes)) return;
  throw new ApiError('unprocessable', { detail: mediaQuotaText(config) });
}
