import { unlink } from 'node:fs/promises';

import { ProviderRefusal, type DriverInstance, type LocalMedia } from '../driver';
import type { RemoteMedia } from '../driver-events';
import { accessOf, ask } from './ask';
import { errorOf } from './errors';
import type { Graph, GraphResult, ReadResult } from './graph';
import { sizeOf, textOf } from './json';
import { fileForm } from './multipart';
import { hashOf } from './notified-content';

const UPLOAD_MS = 120_000;

export function uploadMedia(graph: Graph, instance: DriverInstance, file: LocalMedia): Promise<GraphResult> {
  const { phoneNumberId } = accessOf(instance);
  const body = fileForm({ messaging_product: 'whatsapp', type: file.mimeType }, file);
  return graph.call(accessOf(instance), {
    method: 'POST',
    path: [phoneNumberId, 'media'],
    body,
    totalMs: UPLOAD_MS,
  });
}

interface Resolved {
  url: string;
  size: number | undefined;
  sha256: string | undefined;
}

/** The URL is valid for five minutes. */
async function resolveMedia(graph: Graph, instance: DriverInstance, id: string): Promise<Resolved> {
  const { phoneNumberId } = accessOf(instance);
  const body = await ask(graph, instance, { method: 'GET', path: [id], query: { phone_number_id: phoneNumberId } });
  const url = textOf(body['url']);
  if (url === undefined) throw failed();
  return { url, size: sizeOf(body['file_size']), sha256: hashOf(textOf(body['sha256'])) };
}

export async function fetchMedia(
  graph: Graph,
  instance: DriverInstance,
  media: RemoteMedia,
  path: string,
  maxBytes: number,
): Promise<void> {
  const first = await resolveMedia(graph, instance, media.providerMediaId);
  if ((first.size ?? 0) > maxBytes) throw new ProviderRefusal('refused', errorOf('media_too_large'));

  let read = await download(graph, instance, first.url, path, maxBytes);
  if (
    read.result.outcome === 'failed' &&
    read.result.status !== null &&
    [401, 403, 404, 410].includes(read.result.status)
  ) {
    const again = await resolveMedia(graph, instance, media.providerMediaId);
    read = await download(graph, instance, again.url, path, maxBytes);
  }
  const wanted = media.sha256 ?? first.sha256;
  if (read.result.outcome === 'ok' && (wanted === undefined || wanted === read.sha256)) return;
  await unlink(path).catch(() => undefined);
  throw downloadRefusal(read.result);
}

async function download(
  graph: Graph,
  instance: DriverInstance,
  url: string,
  path: string,
  maxBytes: number,
): Promise<{ result: ReadResult; sha256: string }> {
  const hash = new Bun.CryptoHasher('sha256');
  const file = Bun.file(path).writer();
  try {
    const take = async (chunk: Uint8Array): Promise<void> => {
      hash.update(chunk);
      await file.write(chunk);
      await file.flush();
    };
    const result = await graph.read(accessOf(instance), url, { maxBytes, take });
    return { result, sha256: hash.digest('hex') };
  } finally {
    await file.end();
  }
}

function downloadRefusal(result: ReadResult): ProviderRefusal {
  if (result.outcome === 'ok') return failed();
  if (result.reason === 'too_large') return new ProviderRefusal('refused', errorOf('media_too_large'));
  // A refusal by status is final; a broken connection may succeed later.
  const isDefinite = result.status !== null && result.status >= 300 && result.status < 500 && result.status !== 429;
  return isDefinite ? failed() : new ProviderRefusal('unavailable', errorOf('media_download_failed'));
}

const failed = (): ProviderRefusal => new ProviderRefusal('refused', errorOf('media_download_failed'));
