import type { Outputs } from '../../../../trpc';
import { fileAddress, errorFrom } from '../../../links/files/fetch-file';

type Media = Outputs['whatsapp']['media']['get'];

export async function uploadMedia(workspaceId: string, instanceId: string, file: File): Promise<Media> {
  const body = new FormData();
  body.set('file', file, file.name);
  const response = await fetch(fileAddress('whatsapp.media.upload', { instance_id: instanceId }), {
    method: 'POST',
    headers: { 'x-workspace-id': workspaceId },
    body,
  });
  const text = await response.text();
  if (!response.ok) throw errorFrom(text);
  return JSON.parse(text) as Media;
}
