import type { Config } from '../../config/config';
import type { Store } from '../../db/database';
import { ApiError } from '../../errors';
import { createRoom } from '../../limits/room';
import { countMediaBytes } from '../system/media';

type Bounds = Pick<Config, 'whatsappMediaMax'>;

const take = createRoom(countMediaBytes);

/** Whether the files of the workspace may take so many bytes more. */
export const hasMediaRoom = (
  { whatsappMediaMax }: Bounds,
  store: Store,
  workspaceId: string,
  bytes: number,
): Promise<boolean> => take(store, workspaceId, { more: bytes, most: whatsappMediaMax });

/** Why there is no room, and what helps. */
export const mediaIsFull = ({ whatsappMediaMax }: Bounds): string =>
  `The files of a workspace have at most ${whatsappMediaMax} bytes together: delete some that are not used any more, or have WHATSAPP_MEDIA_MAX raised.`;

/** Throws 422 where the files of the workspace take too much with these bytes. */
export async function requireMediaRoom(
  config: Bounds,
  store: Store,
  workspaceId: string,
  bytes: number,
): Promise<void> {
  if (!(await hasMediaRoom(config, store, workspaceId, bytes))) {
    throw new ApiError('unprocessable', { detail: mediaIsFull(config) });
  }
}
