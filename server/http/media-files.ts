import { Elysia } from 'elysia';

import { newId } from '../../shared/ids';
import type { Services } from '../call-context';
import { ApiError } from '../errors';
import { toApiError } from '../trpc/failure';
import { fileAnswer, isOurLink } from '../whatsapp';
import { findMedia } from '../whatsapp/system/media';
import type { Peer } from './origin';
import { encodeProblem, notModified, type Answer } from './rest/answer';
import { split } from './rest/handle';
import type { RouteCall } from './rest/routes';

/** A client may pause for this long. */
const TIMEOUT_SECONDS = 120;

/** Links are signed, so they need no key. Wrong or expired links and missing files get the same answer. */
export function mediaFileRoutes(services: Services) {
  const serve = async ({ request, params, server }: RouteCall & { server: Peer | null }): Promise<Response> => {
    server?.timeout?.(request, TIMEOUT_SECONDS);
    const { path, query } = split(request.url);
    try {
      return toFile(await read(services, request, params ?? {}, new URLSearchParams(query)), request.method === 'HEAD');
    } catch (error) {
      const requestId = newId('req');
      const failure = toApiError(error, { log: services.log, requestId });
      return toFile(encodeProblem(failure, { config: services.config, requestId }, path), request.method === 'HEAD');
    }
  };
  return new Elysia({ name: 'media-files' })
    .route('GET', '/files/:media_id/:filename', serve, { parse: 'none' })
    .route('HEAD', '/files/:media_id/:filename', serve, { parse: 'none' });
}

async function read(
  { config, secretKey, store, now }: Services,
  request: Request,
  params: Record<string, string>,
  query: URLSearchParams,
): Promise<Answer> {
  const { media_id: mediaId = '', filename = '' } = params;
  const link = { mediaId, filename, expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' };
  const row = isOurLink(secretKey, link, now()) ? await findMedia(store, mediaId) : undefined;
  if (!row)
    throw new ApiError(
      'not_found',
      'The link is not valid or has expired. Read the details of the file to get a new link.',
    );

  const { status = 200, headers, body } = await fileAnswer(config, row, request.headers);
  if (notModified(request.headers.get('if-none-match'), headers['ETag'])) return { status: 304, headers, body: null };
  return { status, headers, body: null, raw: typeof body === 'function' ? body() : body };
}

const ALWAYS = {
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cache-Control': 'no-store',
};

function toFile({ status, headers, body, raw }: Answer, isHead: boolean): Response {
  const sent = raw ?? body;
  const response = new Response(isHead ? null : sent, { status, headers: { ...ALWAYS, ...headers } });
  if (isHead && sent instanceof Blob) response.headers.set('Content-Length', String(sent.size));
  return response;
}
