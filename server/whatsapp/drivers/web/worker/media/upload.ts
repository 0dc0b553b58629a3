import type { MediaConnInfo, WAMediaUploadFunction } from 'baileys';

import { CallError } from '../call-error';
import { refusedCall, unavailable } from '../errors';
import type { WebSession } from '../session-types';
import { errorFields } from '../thrown-errors';
import { mediaUrl } from './hosts';
import { transfer } from './transfer';

const MAX_UPLOAD_MS = 120_000;
const MAX_ANSWER_BYTES = 65_536;

interface Uploaded {
  mediaUrl: string;
  directPath: string;
}

/** With these statuses, another host or a new token may succeed. */
const RETRIED: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** The library’s uploader ignores the proxy and sends no length on Bun. Throws `CallError`. */
export const uploadTo =
  (session: WebSession): WAMediaUploadFunction =>
  async (path, { fileEncSha256B64, mediaType }) => {
    const folder = session.library.MEDIA_PATH_MAP[mediaType];
    if (!folder) throw refusedCall('unsupported_message_type');
    const token = Buffer.from(fileEncSha256B64, 'base64').toString('base64url');
    const tried = new Set<string>();
    for (const isFresh of [false, true]) {
      const connection = await session.socket.refreshMediaConn(isFresh);
      for (const { hostname } of connection.hosts) {
        const uploaded = await uploadOnce(session, { path, folder, token, hostname, connection });
        if (uploaded) return uploaded;
        tried.add(hostname);
      }
    }
    session.log.warn({ hosts: [...tried] }, 'media upload failed');
    throw unavailable();
  };

interface Upload {
  path: string;
  folder: string;
  token: string;
  hostname: string;
  connection: MediaConnInfo;
}

/** Undefined if another host may accept the file. */
async function uploadOnce(
  session: WebSession,
  { path, folder, token, hostname, connection }: Upload,
): Promise<Uploaded | undefined> {
  const url = mediaUrl(session, `${folder}/${token}`, hostname);
  url.searchParams.set('auth', connection.auth);
  url.searchParams.set('token', token);
  try {
    const answer = await transfer(session, url, {
      method: 'POST',
      // `Bun.file` has a length and is streamed.
      body: Bun.file(path),
      signal: AbortSignal.timeout(MAX_UPLOAD_MS),
    });
    const text = (await answer.text()).slice(0, MAX_ANSWER_BYTES);
    const { status } = answer;
    if (status >= 400 && status < 500 && !RETRIED.has(status)) {
      throw refusedCall('media_upload_failed', `WhatsApp answered ${status} to the file.`);
    }
    return status === 200 ? uploadedIn(text) : undefined;
  } catch (error) {
    if (error instanceof CallError) throw error;
    session.log.debug({ ...errorFields(error), host: hostname }, 'media host failed');
    return undefined;
  }
}

function uploadedIn(text: string): Uploaded | undefined {
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { url, direct_path: directPath } = answer as { url?: unknown; direct_path?: unknown };
  if (typeof directPath !== 'string' || !directPath.startsWith('/')) return undefined;
  return { mediaUrl: typeof url === 'string' ? url : '', directPath };
}
