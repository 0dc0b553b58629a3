import { queries, type Store } from '../../server/db/database';
import { waMedia } from '../../server/whatsapp/schema/media';
import { newId } from '../../shared/ids';
import { DEFAULT_SETTINGS, type InstanceSettings } from '../../shared/whatsapp/instance';
import { database } from '../support/app';
import type { restClient } from '../support/client';
import { insertInstance } from './insert-instance';

const BOUNDARY = 'x'.repeat(20);
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form with one file, written by hand: the runtime would put a type and a clean name into it. */
export function formOf(bytes: Uint8Array | string, type: string | null, name: string): Buffer<ArrayBuffer> {
  const ofType = type === null ? '' : `\r\ncontent-type: ${type}`;
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"${ofType}\r\n\r\n`),
    typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/** A connected sandbox instance straight in the database. */
export async function seedInstance(
  workspaceId: string,
  settings: Partial<InstanceSettings> = {},
  on: Store = database,
): Promise<string> {
  return (await insertInstance(workspaceId, { settings: { ...DEFAULT_SETTINGS, ...settings } }, on)).id;
}

/** An instance with files: some that are here, and one that did not come. */
export async function addMediaFixtures(workspaceId: string, call: ReturnType<typeof restClient>, on: Store = database) {
  const instance = await seedInstance(workspaceId, {}, on);
  return {
    instance,
    file: await uploadText(call, instance),
    spare: await uploadText(call, instance),
    failed: await seedFailedMedia(workspaceId, instance, on),
  };
}

export async function uploadText(call: ReturnType<typeof restClient>, instanceId: string): Promise<string> {
  const form = formOf('A file.', 'text/plain', 'a.txt').toString();
  const { body } = await call('POST', `/whatsapp/instances/${instanceId}/media`, form, { 'content-type': FORM });
  return body.id;
}

/** A file that did not come, straight in the database. */
export async function seedFailedMedia(workspaceId: string, instanceId: string, on: Store = database): Promise<string> {
  const [id, at] = [newId('med'), new Date()];
  await queries(on)
    .insert(waMedia)
    .values({
      id,
      workspaceId,
      instanceId,
      kind: 'image',
      status: 'failed',
      error: { code: 'media_download_failed', message: 'The file could not be fetched.' },
      mimeType: 'image/png',
      providerMediaId: 'gone',
      createdAt: at,
      updatedAt: at,
    });
  return id;
}

/** Ids that exist, by the names of parameters. */
export const knownMediaIds = ({ instance, file, spare, failed }: Awaited<ReturnType<typeof addMediaFixtures>>) => ({
  instance_id: [instance],
  media_id: [file],
  'whatsapp_media_delete.media_id': [spare],
  'whatsapp_media_retry.media_id': [failed],
});
