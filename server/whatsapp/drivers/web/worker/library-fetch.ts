import type { TestPeer } from '../protocol';
import { callFailureOf, refusedCall } from './errors';
import type { HistoryFiles } from './history-files';
import { foreignHost, isWhatsApp, mediaUrl } from './media/hosts';
import { startTimeLimit, TRANSFER_LIMITS } from './media/time-limit';
import { transfer } from './media/transfer';
import type { SessionLog } from './session-types';

interface RequestOwner {
  instanceId?: string;
  proxyUrl: string | null;
  testPeer: TestPeer | null;
  history?: HistoryFiles;
}

/** Parts of the history and of the app state have a few megabytes. */
export const LIBRARY_FETCH_LIMITS = { ...TRANSFER_LIMITS, bytes: 64 * 1024 * 1024 };

/** Here the library looks for the newest version. */
const VERSION_PAGE = 'https://web.whatsapp.com/sw.js';

const owners = new WeakMap<object, RequestOwner>();

/** The library passes these options to every `fetch` of its downloads; requests without them are refused. */
export function libraryRequests(owner: RequestOwner): RequestInit {
  const options: RequestInit = {};
  const dispatcher = {};
  owners.set(dispatcher, owner);
  return Object.assign(options, { dispatcher });
}

interface LibraryRequest {
  dispatcher?: unknown;
  headers?: HeadersInit;
  signal?: AbortSignal | null;
}

/** The library downloads from any host that a message names, bypassing the proxy, without limits of size or time. */
export function guardLibraryFetch(log: SessionLog): void {
  Object.assign(globalThis, { fetch: createLibraryFetch(log) });
}

export function createLibraryFetch(log: SessionLog, limits = LIBRARY_FETCH_LIMITS) {
  return async (address: unknown, request: LibraryRequest = {}): Promise<Response> => {
    const owner = ownerOf(request);
    const url = URL.parse(String(address));
    try {
      if (!owner) throw refusedCall('invalid_parameter', 'The request belongs to no instance.');
      if (!url || !isAllowed(url)) throw foreignHost();
      return await download(owner, url, { request, limits });
    } catch (error) {
      // The path may contain a token.
      const fields = { instance: owner?.instanceId, host: url?.host, ...callFailureOf(error) };
      log.warn(fields, 'whatsapp web library request failed');
      throw error;
    }
  };
}

const ownerOf = ({ dispatcher }: LibraryRequest): RequestOwner | undefined =>
  typeof dispatcher === 'object' && dispatcher !== null ? owners.get(dispatcher) : undefined;

const isAllowed = (url: URL): boolean => isWhatsApp(url) || url.href === VERSION_PAGE;

interface Download {
  request: LibraryRequest;
  limits: typeof LIBRARY_FETCH_LIMITS;
}

/** Reads the whole body: the library would wait forever for a stream that fails later. */
async function download(owner: RequestOwner, url: URL, { request, limits }: Download): Promise<Response> {
  const { proxyUrl, testPeer, history } = owner;
  const target = testPeer ? mediaUrl({ settings: { testPeer } }, url.pathname + url.search) : url;
  const { headers, signal } = request;
  const time = startTimeLimit(limits);
  try {
    const answer = await transfer({ options: { proxyUrl } }, target, {
      method: 'GET',
      headers,
      signal: signal ? AbortSignal.any([signal, time.signal]) : time.signal,
    });
    const body = await readBody(answer, limits.bytes, () => time.extend());
    if (answer.ok) await history?.check(url, body);
    return new Response(answer.ok ? body : null, { status: answer.status });
  } finally {
    time.end();
  }
}

async function readBody({ body }: Response, maxBytes: number, alive: () => void): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    alive();
    size += chunk.length;
    if (size > maxBytes) throw refusedCall('media_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
