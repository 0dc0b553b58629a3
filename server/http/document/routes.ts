import { Elysia } from 'elysia';

import { newId } from '../../../shared/ids';
import { SURFACE_NAMES, type Surface } from '../../../shared/surfaces';
import type { Services } from '../../context';
import { ApiError } from '../../errors';
import { sha256Hex } from '../../secrets/tokens';
import { validationError } from '../../trpc/failure';
import { apiHeaders, notModified, toResponse } from '../rest/answer';
import { split } from '../rest/handle';
import type { Operation } from '../rest/operation';
import { refusalsOf } from '../rest/routes';
import { generateDocument } from './generate';
import { summarise } from './operations';

interface Prepared {
  body: string;
  etag: string;
}

/** The document, whole or of one surface, and the console's list of operations; each made when first asked for. */
export function documentRoutes(services: Services, operations: readonly Operation[]) {
  const { baseUrl } = services.config;
  const refuse = refusalsOf(services);
  const base = apiHeaders(baseUrl);
  const prepared = new Map<string, Prepared>();

  const prepare = (name: string, make: () => object): Prepared => {
    let found = prepared.get(name);
    if (!found) {
      const body = JSON.stringify(make());
      prepared.set(name, (found = { body, etag: `"${sha256Hex(body).slice(0, 32)}"` }));
    }
    return found;
  };

  const send = (request: Request, { body, etag }: Prepared): Response => {
    const isKnown = notModified(request.headers.get('if-none-match'), etag);
    const headers = { 'Cache-Control': 'no-cache', ETag: etag };
    const answer = isKnown ? { status: 304, headers, body: null } : { status: 200, headers, body };
    return toResponse(answer, base, newId('req'), {}, request.method === 'HEAD');
  };

  const sendDocument = ({ request }: { request: Request }): Response => {
    const surface = surfaceIn(split(request.url).query);
    if (surface instanceof ApiError) return refuse.failure(request, surface);
    return send(
      request,
      prepare(`document ${surface ?? ''}`, () => generateDocument(operations, baseUrl, surface)),
    );
  };

  const sendOperations = ({ request }: { request: Request }): Response =>
    send(
      request,
      prepare('operations', () => summarise(operations)),
    );

  const path = '/api/v1/openapi.json';
  const allow = 'GET, HEAD, OPTIONS';
  return new Elysia({ name: 'document' })
    .get(path, sendDocument)
    .head(path, sendDocument)
    .options(path, () => refuse.preflight(allow))
    .all(path, ({ request }) => refuse.method(request, allow), { parse: 'none' })
    .get('/user/api/operations.json', sendOperations);
}

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
