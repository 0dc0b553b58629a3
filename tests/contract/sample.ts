import { isRecord, type Json } from './document';
import type { Call } from './operations';
import { SAMPLE } from './sample-document';
import { violations } from './validate';

/** Defects that can be put into the sample service. */
export type Bug =
  | 'missing field'
  | 'wrong type'
  | '500 on a long url'
  | '500 on __proto__'
  | 'cursor refused'
  | 'no key asked'
  | 'scope forgotten'
  | 'method lets through'
  | 'HEAD has other headers'
  | 'foreign id leaks'
  | 'foreign parent leaks'
  | 'undocumented 409';

interface Thing {
  [field: string]: Json;
  id: string;
}

export interface Sample {
  call: Call;
  idOfA: string;
}

/** Keys: `<workspace>:<scope>,<scope>`, so that tests can make any. */
const KEY = /^(?<workspace>[ab]):(?<scopes>.*)$/u;

const PATHS: [RegExp, string[]][] = [
  [/^\/api\/v1\/things$/u, ['GET', 'POST']],
  [/^\/api\/v1\/things\/(?<id>[^/]+)$/u, ['GET', 'DELETE']],
];

/** The service of `sample-document.ts`, in memory. */
export function startSample(...bugs: Bug[]): Sample {
  const has = (bug: Bug) => bugs.includes(bug);
  const things: Record<string, Map<string, Thing>> = { a: new Map(), b: new Map() };
  let count = 0;

  const newId = () => `tng_${String(++count).padStart(26, '0')}`;
  const add = (workspace: string, values: Record<string, Json>): Thing => {
    const { parent_id: _parent, labels: _labels, ...own } = values;
    const thing: Thing = { count: 0, tags: [], created_at: '2026-01-01T00:00:00.000Z', ...own, id: newId() };
    things[workspace]?.set(thing.id, thing);
    return thing;
  };
  const { id: idOfA } = add('a', { name: 'Spring', url: 'https://example.com' });
  for (let index = 0; index < 3; index++) add('a', { name: 'More', url: 'https://example.com' });

  const exists = (workspace: string, id: string, leaks: boolean) =>
    things[workspace]?.has(id) || (leaks && things['a']?.has(id));

  async function answer(request: Request, requestId: string): Promise<Response> {
    const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
      Response.json(
        { type: `https://things.example.org/errors#${code}`, title: code, status, code, request_id: requestId },
        { status, headers: { 'content-type': 'application/problem+json', ...headers } },
      );

    const url = new URL(request.url);
    const [route, methods] = PATHS.find(([pattern]) => pattern.test(url.pathname)) ?? [];
    if (!route || !methods) return problem(404, 'route_not_found');

    const allow = [...methods, 'HEAD', 'OPTIONS'].join(', ');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
    if (!methods.includes(method) && !has('method lets through')) return problem(405, 'method_not_allowed', { allow });

    const key = KEY.exec(
      request.headers.get('authorization')?.replace('Bearer ', '') ?? (has('no key asked') ? 'a:things:write' : ''),
    );
    if (!key?.groups) return problem(401, 'missing_api_key', { 'www-authenticate': 'Bearer' });
    const { workspace = '', scopes = '' } = key.groups;
    const needed = method === 'GET' ? ['things:read', 'things:write'] : ['things:write'];
    const held = scopes.split(',').some((scope) => needed.includes(scope));
    if (!held && !(has('scope forgotten') && method === 'DELETE')) return problem(403, 'insufficient_scope');

    if ([...url.searchParams.keys()].some((name) => method !== 'GET' || !['limit', 'cursor', 'tags'].includes(name)))
      return problem(400, 'unknown_parameter');
    const id = decodeOrEmpty(route.exec(url.pathname)?.groups?.['id'] ?? '');
    if (route === PATHS[0]?.[0])
      return method === 'GET' ? list(url, workspace, problem) : create(request, workspace, problem);

    if (!exists(workspace, id, has('foreign id leaks') && method === 'DELETE')) return problem(404, 'not_found');
    if (method === 'DELETE') things[workspace]?.delete(id);
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(things[workspace]?.get(id));
  }

  type Refuse = (status: number, code: string) => Response;

  function list(url: URL, workspace: string, problem: Refuse): Response {
    const text = url.searchParams.get('limit') ?? '25';
    const cursor = url.searchParams.get('cursor') ?? '0';
    if (!/^(?:[1-9]\d?|100)$/u.test(text)) return problem(400, 'validation_failed');
    if (!/^\d{1,5}$/u.test(cursor) || (has('cursor refused') && cursor !== '0')) return problem(400, 'invalid_cursor');

    const all = [...(things[workspace]?.values() ?? [])].slice(0, 150);
    const end = Number(cursor) + Number(text);
    const more = end < all.length;
    const data: Json[] = all.slice(Number(cursor), end);
    return Response.json({ data, has_more: more, next_cursor: more ? String(end) : null });
  }

  async function create(request: Request, workspace: string, problem: Refuse): Promise<Response> {
    if (request.headers.get('content-type') !== 'application/json') return problem(415, 'unsupported_media_type');
    const text = await request.text();
    if (has('500 on __proto__') && text.includes('__proto__')) return problem(500, 'internal_error');
    const body = parse(text);
    if (body === undefined) return problem(400, 'malformed_json');
    const wrong = violations(SAMPLE, { $ref: '#/components/schemas/NewThing' }, body);
    if (wrong.length > 0 || !isRecord(body) || text.includes(String.raw`\u0000`))
      return problem(400, 'validation_failed');

    const values = body as Record<string, Json>;
    if (has('500 on a long url') && JSON.stringify(values['url']).length > 1_000) return problem(500, 'internal_error');
    if (has('undocumented 409') && values['count'] === 0) return problem(409, 'conflict');
    const parent = values['parent_id'];
    if (typeof parent === 'string' && !exists(workspace, parent, has('foreign parent leaks')))
      return problem(422, 'related_not_found');

    const thing = add(workspace, values);
    const { tags: _, ...less } = thing;
    return Response.json(
      has('missing field') ? less : has('wrong type') ? { ...thing, count: JSON.stringify(thing['count']) } : thing,
      { status: 201 },
    );
  }

  const call: Call = async (request) => {
    const requestId = `req_${String(++count).padStart(26, '0')}`;
    const response = await answer(request, requestId);
    const headers = new Headers(response.headers);
    headers.set('x-request-id', requestId);
    if (request.method !== 'HEAD') return new Response(response.body, { status: response.status, headers });
    if (has('HEAD has other headers')) headers.set('x-head', '1');
    return new Response(null, { status: response.status, headers });
  };
  return { call, idOfA };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function decodeOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
