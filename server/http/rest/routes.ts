import type { Elysia } from 'elysia';

import { newId } from '../../../shared/ids';
import type { Services } from '../../call-context';
import { ApiError } from '../../errors';
import { toApiError } from '../../trpc/failure';
import type { Method } from '../../trpc/routes';
import { createRespond, encodeProblem } from './answer';
import { createHandler, split, type Handler } from './handle';
import type { Operation } from './operation';

const PREFIX = '/api/v1';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Forms of a path that routers and proxies interpret differently. */
const AMBIGUOUS = /\/\/|\/$|;|\\|%(?:5c|[01][0-9a-f]|7f)|%(?![0-9a-f]{2})/i;
const ENCODED_SLASH = /%2f/i;

export interface RouteCall {
  request: Request;
  params?: Record<string, string>;
}

/** Adds them to the application itself: each route would take as long again on its way through a plugin. */
export const restRoutes = (services: Services, operations: readonly Operation[]) => (app: Elysia) => {
  const refuse = refusalsOf(services);
  const known: { pattern: RegExp; allow: string; isOpen: boolean }[] = [];
  const groups = groupByPath(operations);
  const isShadowing = shadowsAmong([...groups.keys()]);

  for (const [path, group] of groups) {
    const wildcard = group.find((operation) => operation.meta.wildcard)?.meta.wildcard;
    const route = PREFIX + (wildcard ? path.replace(`{${wildcard}}`, '*') : path.replaceAll(/\{(\w+)\}/g, ':$1'));
    const allow = allowOf(group.map((operation) => operation.method));
    const handlers = new Map<string, Handler>(
      group.map((operation) => [operation.method, createHandler(services, operation)]),
    );
    const get = handlers.get('GET');
    if (get) handlers.set('HEAD', get);

    const serve = ({ request, params = {} }: RouteCall): Response | Promise<Response> => {
      const { method } = request;
      if (method === 'OPTIONS') return refuse.preflight(allow);
      const url = split(request.url);
      if (isAmbiguous(url.path, wildcard !== undefined)) return refuse.route(request);
      const handler = handlers.get(method);
      if (!handler) return refuse.method(request, allow);
      const parameters = wildcard ? wildcardParameter(wildcard, params) : params;
      if (!parameters) return refuse.route(request);
      // On a path with a wildcard, Elysia takes GET for HEAD and sends the length of its body.
      const isHead = method === 'HEAD' && wildcard === undefined;
      return handler(request, url, parameters, app.server, isHead);
    };
    // From the text of a function Elysia infers that it must await it and parse a body, so that even answers from memory
    // would be late. A bound function has no text.
    const bound = serve.bind(undefined);
    for (const method of isShadowing(path) ? METHODS : handlers.keys()) app.route(method, route, bound);
    known.push({ pattern: patternOf(path, wildcard), allow, isOpen: wildcard !== undefined });
  }
  // Also reached by the methods that a path does not have.
  const fallback = ({ request }: { request: Request }) => {
    const { method } = request;
    const { path } = split(request.url);
    const found = known.find(({ pattern }) => pattern.test(path.replace(/\/$/, '')));
    if (found === undefined) return refuse.route(request);
    if (method === 'OPTIONS') return refuse.preflight(found.allow);
    const isKnown = found.allow.split(', ').includes(method);
    return isKnown || isAmbiguous(path, found.isOpen) ? refuse.route(request) : refuse.method(request, found.allow);
  };
  return app.all('/api/*', fallback, { parse: 'none' });
};

/**
 * Whether a word of the path stands where another path has a parameter: then every method needs a route, or a request
 * whose method the path does not have would reach the other one.
 */
function shadowsAmong(paths: readonly string[]): (path: string) => boolean {
  const parameters = new Set(paths.flatMap(startsOf).filter((start) => start.endsWith('/{}')));
  return (path) =>
    startsOf(path).some((start) => !start.endsWith('/{}') && parameters.has(start.replace(/[^/]*$/, '{}')));
}

/** `/links`, `/links/{}` and `/links/{}/tags` of `/links/{link_id}/tags`. */
const startsOf = (path: string): string[] =>
  path
    .replaceAll(/\{\w+\}/g, '{}')
    .split('/')
    .map((_, index, all) => all.slice(0, index + 1).join('/'));

const patternOf = (path: string, wildcard: string | undefined): RegExp =>
  new RegExp(`^${PREFIX}${path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === wildcard ? '.+' : '[^/]+'))}$`);

/** Wildcards arrive undecoded and are decoded once here. */
function wildcardParameter(name: string, params: Record<string, string>): Record<string, string> | undefined {
  try {
    const value = decodeURIComponent(params['*'] ?? '');
    return value === '' ? undefined : { [name]: value };
  } catch {
    return undefined;
  }
}

function groupByPath(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation]);
  return groups;
}

const allowOf = (methods: readonly Method[]): string =>
  METHODS.filter((method) => method === 'OPTIONS' || methods.includes(method === 'HEAD' ? 'GET' : method)).join(', ');

const isAmbiguous = (path: string, isSlashAllowed: boolean): boolean =>
  AMBIGUOUS.test(path) || (!isSlashAllowed && ENCODED_SLASH.test(path));

export function refusalsOf(services: Services) {
  const respond = createRespond(services.config.baseUrl);
  const problem = (request: Request, error: ApiError): Response => {
    const requestId = newId('req');
    const answer = encodeProblem(error, { config: services.config, requestId }, split(request.url).path);
    return respond(answer, requestId, {}, request.method === 'HEAD');
  };

  return {
    route: (request: Request): Response => problem(request, new ApiError('route_not_found')),
    method: (request: Request, allow: string): Response =>
      problem(request, new ApiError('method_not_allowed', { headers: { Allow: allow } })),
    failure: (request: Request, error: unknown): Response =>
      problem(request, toApiError(error, { log: services.log, requestId: newId('req') })),

    preflight(allow: string): Response {
      const headers = {
        Allow: allow,
        'Access-Control-Allow-Methods': allow,
        'Access-Control-Allow-Headers':
          'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id',
        'Access-Control-Max-Age': '7200',
      };
      return respond({ status: 204, headers, body: null }, newId('req'), {}, true);
    },
  };
}
