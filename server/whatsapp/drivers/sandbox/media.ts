import { sendError } from '../../send-error';
import { type DriverInstance, ProviderRefusal } from '../driver';
import type { RemoteMedia } from '../driver-events';
import type { Network } from './network';

export const FAILS_ONCE = 'sbx.once.';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

const sampleOf = (mimeType: string): Buffer => {
  if (mimeType.startsWith('image/')) return PNG;
  return mimeType === 'application/pdf' ? PDF : Buffer.from('A file of the sandbox.\n');
};

const failed = (kind: 'refused' | 'unavailable'): ProviderRefusal =>
  new ProviderRefusal(kind, sendError('media_download_failed'));

/** Writes an uploaded file by its id, otherwise a sample of its type. */
export async function fetchSandboxMedia(
  network: Network,
  localPath: (instance: DriverInstance, mediaId: string) => Promise<string | undefined>,
  of: { instance: DriverInstance; media: RemoteMedia; path: string; maxBytes: number },
): Promise<void> {
  const { instance, media, path, maxBytes } = of;
  const { providerMediaId: id, mimeType } = media;
  if (id.startsWith(FAILS_ONCE)) {
    const isFirst = await network.change(instance, ({ failedMedia }) => {
      if (failedMedia.includes(id)) return false;
      failedMedia.push(id);
      return true;
    });
    if (isFirst) throw failed('unavailable');
  }
  const local = id.startsWith('med_') ? await localPath(instance, id) : undefined;
  if (id.startsWith('med_') && local === undefined) throw failed('refused');
  const bytes = local === undefined ? sampleOf(mimeType) : Bun.file(local);
  const size = local === undefined ? sampleOf(mimeType).length : Bun.file(local).size;
  if (size > maxBytes) throw failed('refused');
  await Bun.write(path, bytes);
}
