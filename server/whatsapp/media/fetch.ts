import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { MediaType } from '../../../shared/whatsapp/content-media';
import type { MediaErrorCode } from '../../../shared/whatsapp/media';
import { SEND_ERRORS } from '../../../shared/whatsapp/send-errors';
import { within } from '../../deadline';
import { WireError } from '../../egress/types';
import { ApiError } from '../../errors';
import { base62Token } from '../../secrets/tokens';
import { ProviderRefusal } from '../drivers/driver';
import type { MediaRow } from '../present/media';
import type { InstanceRow } from '../work-types';
import { mediaFault, maxBytesOf, type FileInfo } from './classes';
import { sourceColumn, sourceSealer } from './create';
import { createPart, partFolder, partOf, release, type PartialFile } from './disk';
import { inspect } from './inspect';
import { nameInUrl } from './names';
import type { MediaStoreOptions } from './types';

/** Includes redirects. */
const URL_SECONDS = 30;
export const PROVIDER_MS = 300_000;
const ASK = [
  ['accept', '*/*'],
  ['accept-encoding', 'identity'],
  ['user-agent', 'Switchboard'],
] as const;

export class MediaFailure extends Error {
  override readonly name = 'MediaFailure';
  readonly code: MediaErrorCode;
  readonly isFinal: boolean;
  /** No process has the socket of the instance now, so the provider was not asked. */
  readonly isUnasked: boolean;

  constructor(code: MediaErrorCode, detail: string, isFinal: boolean, isUnasked = false) {
    super(`${SEND_ERRORS[code].message} ${detail}`);
    this.code = code;
    this.isFinal = isFinal;
    this.isUnasked = isUnasked;
  }
}

export interface Fetched {
  part: PartialFile;
  info: FileInfo;
  filename: string | null;
}

/** Throws `MediaFailure` and leaves no file then. */
export async function fetchUrl(
  { services }: Pick<MediaStoreOptions, 'services'>,
  row: MediaRow,
  sealed: string,
  kind: MediaType,
): Promise<Fetched> {
  const { config, secretKey, egress } = services();
  const url = sourceSealer(secretKey).open(sealed, sourceColumn(row.id));
  const max = maxBytesOf(kind);
  const limits = {
    connectMs: 5000,
    totalMs: URL_SECONDS * 1000,
    bodyMs: URL_SECONDS * 1000,
    headBytes: 16_384,
    readBytes: max,
    collectBytes: 0,
  };
  const writer = await createPart(config, max);
  let written = Promise.resolve();
  try {
    const answer = await egress.get(
      url,
      ASK,
      limits,
      (chunk) => (written = writer.write(chunk).then(() => release(chunk))),
    );
    await written;
    if (answer.bodyBytes > max) throw tooLarge(max);
    if (answer.status !== 200) throw failed(`The URL returned the status ${answer.status}.`);
    if (answer.incomplete) throw failed('The download was interrupted or took too long.');
    const part = await writer.finish();
    const info = await inspect(part, answer.headers.find(([name]) => name === 'content-type')?.[1] ?? null);
    const fault = mediaFault(kind, info);
    if (fault === 'media_too_large') throw tooLarge(maxBytesOf(kind, info.animated));
    if (fault) throw new MediaFailure(fault, `The file is ${info.mimeType}.`, true);
    return { part, info, filename: row.filename ?? nameInUrl(answer.url) };
  } catch (error) {
    await written.catch(() => undefined);
    await writer.discard();
    throw asFailure(error, max);
  }
}

/** Throws `MediaFailure` and leaves no file then. */
export async function fetchRemote(
  { services, driver, reveal, report }: MediaStoreOptions,
  instance: InstanceRow,
  row: MediaRow,
): Promise<Fetched> {
  const { config } = services();
  const max = instance.settings.media_max_bytes;
  if (row.size > max) throw tooLarge(max);
  const provider = driver(instance.driver);
  if (!provider?.fetchMedia) throw failed('The driver of the instance cannot fetch files.', false);

  const path = join(partFolder(config), base62Token(32));
  const remote = {
    providerMediaId: row.providerMediaId ?? '',
    mimeType: row.mimeType,
    sha256: row.sha256 ?? undefined,
    size: row.size === 0 ? undefined : row.size,
    filename: row.filename ?? undefined,
  };
  try {
    await mkdir(partFolder(config), { recursive: true, mode: 0o700 });
    const fetching = provider.fetchMedia(await reveal(instance), remote, path, max);
    await within(fetching, PROVIDER_MS, () => failed('The provider took too long.', false));
    const part = await partOf(path);
    if (part.size > max) throw tooLarge(max);
    if (row.sha256 !== null && part.sha256 !== row.sha256.toLowerCase()) {
      throw failed('The checksum of the file does not match the message.');
    }
    return { part, info: await inspect(part, row.mimeType), filename: row.filename };
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof ProviderRefusal && error.effects.length > 0) await report?.(instance.id, error.effects);
    throw asFailure(error, max);
  }
}

const tooLarge = (max: number): MediaFailure =>
  new MediaFailure('media_too_large', `At most ${max} bytes are allowed.`, true);

const failed = (detail: string, isFinal = true): MediaFailure =>
  new MediaFailure('media_download_failed', detail, isFinal);

/** Errors of the server itself are rethrown. */
function asFailure(error: unknown, max: number): unknown {
  if (error instanceof WireError) return failed(error.detail);
  if (error instanceof ApiError && error.code === 'payload_too_large') return tooLarge(max);
  if (!(error instanceof ProviderRefusal)) return error;
  const { kind, error: reason } = error;
  if (reason.code === 'media_too_large') return tooLarge(max);
  return new MediaFailure('media_download_failed', reason.message, kind === 'refused', kind === 'no_socket');
}
