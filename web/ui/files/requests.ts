import { TRPCClientError } from '@trpc/client';

import type { AppRouter } from '../../../server/router';

type Input = Readonly<Record<string, unknown>>;

/** Where a procedure that carries files is called, with its input in the query. */
export function fileAddress(procedure: string, input: Input): string {
  const pairs = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const items = Array.isArray(value) ? value : [value];
      return `${name}=${items.map((item) => encodeURIComponent(String(item))).join(',')}`;
    });
  return `/trpc/${procedure}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

/** Reads a file as the person of the session. Fails as every call of the console does. */
export async function fetchFile(workspaceId: string, procedure: string, input: Input): Promise<Blob> {
  const response = await fetch(fileAddress(procedure, input), { headers: { 'x-workspace-id': workspaceId } });
  if (!response.ok) throw errorFrom(await response.text());
  return response.blob();
}

/** An error as the typed client throws it, so that it is shown in the same way. */
export function errorFrom(text: string): Error {
  const problem = asProblem(text);
  if (!problem) return new TRPCClientError<AppRouter>('unanswered');
  const error = { code: 0, message: problem.title, data: { problem } };
  return TRPCClientError.from({ error } as never);
}

function asProblem(text: string): { title: string } | undefined {
  try {
    return JSON.parse(text) as { title: string };
  } catch {
    return undefined;
  }
}

interface Upload {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: XMLHttpRequestBodyInit;
  /** A part of 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** `fetch` reports no upload progress. */
export function sendFile<T>({ address, headers, body, onProgress, signal }: Upload): Promise<T> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () =>
      request.status < 300 ? done(JSON.parse(request.responseText) as T) : fail(errorFrom(request.responseText)),
    );
    request.addEventListener('error', () => fail(errorFrom('')));
    request.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
