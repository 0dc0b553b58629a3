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

interface Prepared {
  body: string;
  etag: string;
}

/** The document, whole or of one surface; made at the first request for each, since nothing else needs it. */
export function documentRoutes(services: Services, operations: readonly Operation[]) {
  const refuse = refusalsOf(services);
  const prepared = new Map<string, Prepared>();
  const base = apiHeaders(services.config.baseUrl);

  const prepare = (surface: Surface | undefined): Prepared => {
    const name = surface ?? '';
    let found = prepared.get(name);
    if (!found) {
      const body = JSON.stringify(generateDocument(operations, services.config.baseUrl, surface));
      prepared.set(name, (found = { body, etag: `"${sha256Hex(body).slice(0, 32)}"` }));
    }
    return found;
  };

  const serve = ({ request }: { request: Request }): Response => {
    const surface = surfaceIn(split(request.url).query);
    if (surface instanceof ApiError) return refuse.failure(request, surface);
    const { body, etag } = prepare(surface);
    const unchanged = notModified(request.headers.get('if-none-match'), etag);
    const headers = { 'Cache-Control': 'no-cache', ETag: etag };
    const answer = unchanged
      ? { status: 304, headers, body: null }
      : { status: 200, headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' }, body };
    return toResponse(answer, base, newId('req'), {}, request.method === 'HEAD');
  };

  const path = '/api/v1/openapi.json';
  const allow = 'GET, HEAD, OPTIONS';
  return new Elysia({ name: 'document' })
    .get(path, serve)
    .head(path, serve)
    .options(path, () => refuse.preflight(allow))
    .all(path, ({ request }) => refuse.method(request, allow), { parse: 'none' });
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
