import { fieldError, relatedNotFound } from '../errors';
import type { WhatsAppContext } from './context';
import type { LocalMedia } from './drivers/driver';
import { waMedia } from './schema/media';
import type { InstanceRow } from './work-types';

const WAIT_MS = 10_000;

/** Throws 422 for an unknown id, and for another file type. */
export async function pictureOf(ctx: WhatsAppContext, instance: InstanceRow, id: string): Promise<LocalMedia> {
  const pointer = '/picture/media_id';
  const row = await ctx.db.get(waMedia, id);
  if (row?.instanceId !== instance.id) {
    throw relatedNotFound(pointer);
  }
  const settled = await ctx.whatsapp.media.whenSettled(row, WAIT_MS, ctx.signal?.());
  const local = settled && (await ctx.whatsapp.media.local(settled));
  if (!local) throw fieldError('unprocessable', pointer, 'media_download_failed', 'The file is not available.');
  if (local.mimeType === 'image/jpeg' || local.mimeType === 'image/png') return local;
  throw fieldError('unprocessable', pointer, 'media_type_not_allowed', 'Must be a JPEG or PNG picture.');
}
