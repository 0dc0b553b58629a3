import type { Outputs } from '../../../trpc';
import { fileAddress, errorFrom } from './fetch-file';

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

/** `fetch` reports no upload progress. */
export function uploadImport(upload: Upload): Promise<LinkImport> {
  const { workspaceId, file, input, idempotencyKey, onProgress, signal } = upload;
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', fileAddress('links.imports.create', input));
    request.setRequestHeader('x-workspace-id', workspaceId);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    request.setRequestHeader('content-type', TYPES[String(input['format'])] ?? 'text/csv');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () =>
      request.status === 202
        ? done(JSON.parse(request.responseText) as LinkImport)
        : fail(errorFrom(request.responseText)),
    );
    request.addEventListener('error', () => fail(errorFrom('')));
    request.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
