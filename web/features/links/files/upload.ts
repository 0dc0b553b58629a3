import type { Outputs } from '../../../trpc';
import { fileAddress, sendFile } from '../../../ui/files/requests';

export type LinkImport = Outputs['links']['imports']['get'];

interface Upload {
  workspaceId: string;
  file: File;
  input: Readonly<Record<string, unknown>>;
  idempotencyKey: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

const TYPES: Record<string, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

export const uploadImport = ({ workspaceId, file, input, idempotencyKey, ...rest }: Upload): Promise<LinkImport> =>
  sendFile({
    address: fileAddress('links.imports.create', input),
    headers: {
      'x-workspace-id': workspaceId,
      'idempotency-key': idempotencyKey,
      'content-type': TYPES[String(input['format'])] ?? 'text/csv',
    },
    body: file,
    ...rest,
  });
