import { Elysia } from 'elysia';

import { newId } from '../../../shared/ids';
import { SURFACE_NAMES, SURFACES, type Surface } from '../../../shared/surfaces';
import type { Services } from '../../call-context';
import { ApiError } from '../../errors';
import { sha256Hex } from '../../secrets/tokens';
import { validationError } from '../../trpc/failure';
import { compress, encodingFor, type Encoding } from '../encodings';
import { apiHeaders, createRespond, notModified } from '../rest/answer';
import { split } from '../rest/handle';
import type { Operation } from '../rest/operation';
import { refusalsOf } from '../rest/routes';
import type { generateDocument } from './generate';
import { summarise } from './operations';

interface Prepared {
  body: string;
  hash: string;
  encoded: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>>;
}

export function documentRoutes(services: Services, operations: readonly Operation[]) {
  const { baseUrl } = services.config;
  const refuse = refusalsOf(services);
  const respond = createRespond(baseUrl);
  const vary = apiHeaders(baseUrl).get('Vary');
  const prepared = new Map<string, Prepared>();
  let whole: ReturnType<typeof generateDocument> | undefined;

  const prepare = (name: string, make: () => object): Prepared => {
    let found = prepared.get(name);
    if (!found) {
      const body = JSON.stringify(make());
      prepared.set(name, (found = { body, hash: sha256Hex(body).slice(0, 32), encoded: {} }));
    }
    return found;
  };

  const send = async (request: Request, document: Prepared): Promise<Response> => {
    const encoding = encodingFor(request, () => true);
    const etag = `"${document.hash}${encoding ? `-${encoding}` : ''}"`;
    const headers = { 'Cache-Control': 'no-cache', ETag: etag, Vary: `${vary}, Accept-Encoding` };
    const isHead = request.method === 'HEAD';
    if (notModified(request.headers.get('if-none-match'), etag)) {
      return respond({ status: 304, headers, body: null }, newId('req'), {}, isHead);
    }
    const answer = encoding
      ? {
          status: 200,
          headers: { ...headers, 'Content-Encoding': encoding },
          body: null,
          raw: await (document.encoded[encoding] ??= compress(document.body, encoding)),
        }
      : { status: 200, headers, body: document.body };
    return respond(answer, newId('req'), {}, isHead);
  };

  const sendDocument = async ({ request }: { request: Request }): Promise<Response> => {
    const surface = surfaceIn(split(request.url).query);
    if (surface instanceof ApiError) return refuse.failure(request, surface);
    // Loaded on demand: the generator and what it imports would be a tenth of every start.
    const { generateDocument, surfaceDocument } = await import('./generate');
    return send(
      request,
      prepare(`document ${surface ?? ''}`, () => {
        whole ??= generateDocument(operations, baseUrl);
        return surface === undefined ? whole : surfaceDocument(whole, operations, surface);
      }),
    );
  };

  const sendOperations = ({ request }: { request: Request }): Promise<Response> =>
    send(
      request,
      prepare('operations', () => summarise(operations)),
    );

  const sendIndex = ({ request }: { request: Request }): Promise<Response> =>
    send(
      request,
      prepare('index', () => indexOf(baseUrl)),
    );

  const path = '/api/v1/openapi.json';
  const index = '/api/v1';
  const allow = 'GET, HEAD, OPTIONS';
  return new Elysia({ name: 'document' })
    .get(index, sendIndex)
    .head(index, sendIndex)
    .options(index, () => refuse.preflight(allow))
    .all(index, ({ request }) => refuse.method(request, allow), { parse: 'none' })
    .get(path, sendDocument)
    .head(path, sendDocument)
    .options(path, () => refuse.preflight(allow))
    .all(path, ({ request }) => refuse.method(request, allow), { parse: 'none' })
    .get('/user/api/operations.json', sendOperations);
}

const indexOf = (baseUrl: string) => ({
  name: 'Switchboard API',
  version: 'v1',
  openapi: `${baseUrl}/api/v1/openapi.json`,
  reference: `${baseUrl}/user/api/reference`,
  health: { live: `${baseUrl}/healthz`, ready: `${baseUrl}/readyz` },
  surfaces: SURFACE_NAMES.map((surface) => ({
    id: surface,
    name: SURFACES[surface],
    openapi: `${baseUrl}/api/v1/openapi.json?surface=${surface}`,
    reference: `${baseUrl}/user/api/reference/${surface}`,
  })),
});

function surfaceIn(query: string): Surface | undefined | ApiError {
  const asked = new URLSearchParams(query).get('surface');
  if (asked === null) return undefined;
  const known = SURFACE_NAMES.find((name) => name === asked);
  return (
    known ??
    validationError([
      {
        in: 'query',
        pointer: '/surface',
        code: 'invalid_value',
        message: `Must be one of: ${SURFACE_NAMES.join(', ')}.`,
      },
    ])
  );
}
