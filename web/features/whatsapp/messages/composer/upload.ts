import type { Outputs } from '../../../../trpc';
import { fileAddress, sendFile } from '../../../../ui/files/requests';

type Media = Outputs['whatsapp']['media']['get'];

interface Upload {
  workspaceId: string;
  instanceId: string;
  file: File;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export function uploadMedia({ workspaceId, instanceId, file, ...rest }: Upload): Promise<Media> {
  const body = new FormData();
  body.set('file', file, file.name);
  return sendFile({
    address: fileAddress('whatsapp.media.upload', { instance_id: instanceId }),
    headers: { 'x-workspace-id': workspaceId },
    body,
    ...rest,
  });
}
