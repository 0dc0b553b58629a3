import { lasting } from '../../support/waiting';
import { control } from './control';
import { cutOff, takeFault, type FaultAction } from './faults';
import { answerGraph } from './graph';
import { graphError, Refusal } from './graph-error';
import { download } from './media';
import { createWorld, type Account, type LoggedRequest, type World } from './world';

/** The stand-in, on a free port of this machine. */
export function startMetaGraph(port = 0) {
  const world = createWorld();
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    maxRequestBodySize: 128 * 1024 * 1024,
    fetch: (request) => answer(world, request),
    error: () => new Response('The stand-in failed.', { status: 599 }),
  });
  world.origin = `http://127.0.0.1:${server.port}`;
  return { port: server.port, world, stop: () => server.stop(true) };
}

async function answer(world: World, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname.startsWith('/__/')) return control(world, request, url);

  const entry = await logged(request, url);
  world.log.push(entry);
  const path = url.pathname.replace(/^\/v\d+\.\d+/, '');
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const fault = takeFault(world, request.method, path, token);
  if (fault?.delay_ms !== undefined) await lasting(fault.delay_ms);
  if (fault?.cut === 'before_request') return cutOff(undefined);
  if (fault !== undefined && isRefusal(fault)) return faulty(fault, trace());

  const response = await carryOut(world, request, url, token);
  if (fault?.cut === 'after_accept') return cutOff(undefined);
  if (fault?.cut === 'mid_response') return cutOff(response);
  for (const [name, value] of Object.entries(fault?.headers ?? {})) response.headers.set(name, value);
  return response;
}

async function carryOut(world: World, request: Request, url: URL, token: string): Promise<Response> {
  const account = [...world.accounts.values()].find(({ accessToken }) => accessToken === token);
  if (url.pathname.startsWith('/__media/')) {
    return account === undefined ? new Response('No token', { status: 401 }) : download(world, account, url);
  }
  const traceId = trace();
  try {
    const own = account ?? refuseToken(token);
    const body = await answerGraph(world, own, request, url);
    return Response.json(body, { headers: usageHeaders(own, traceId) });
  } catch (error) {
    if (error instanceof Refusal) return graphError(error.code, { message: error.message, ...error.extras }, traceId);
    return graphError(131000, { details: error instanceof Error ? error.message : '' }, traceId);
  }
}

function refuseToken(token: string): never {
  // Meta repeats a token that it cannot read.
  throw new Refusal(190, {
    message: token === '' ? 'An access token is required.' : `Malformed access token ${token}`,
  });
}

const trace = (): string => `A${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`;

const usageHeaders = (account: Account, traceId: string): Record<string, string> => ({
  'facebook-api-version': 'v23.0',
  'x-fb-request-id': traceId,
  'x-fb-trace-id': traceId,
  'x-business-use-case-usage': JSON.stringify({
    [account.wabaId]: [
      { type: 'whatsapp', call_count: 1, total_cputime: 1, total_time: 1, estimated_time_to_regain_access: 0 },
    ],
  }),
});

const isRefusal = ({ code, http, malformed }: FaultAction): boolean =>
  code !== undefined || http !== undefined || (malformed !== undefined && malformed !== false);

function faulty(fault: FaultAction, traceId: string): Response {
  const { malformed, http, headers = {} } = fault;
  if (malformed !== undefined && malformed !== false) {
    const text = typeof malformed === 'string' ? malformed : '{"messages":[{"id":';
    return new Response(text, { status: http ?? 200, headers: { 'content-type': 'application/json', ...headers } });
  }
  if (fault.code === undefined) return new Response('', { status: http ?? 200, headers });
  return graphError(fault.code, definedOf(fault), traceId);
}

const definedOf = ({ http, subcode, message, headers }: FaultAction) => ({
  ...(http === undefined ? {} : { http }),
  ...(subcode === undefined ? {} : { subcode }),
  ...(message === undefined ? {} : { message }),
  ...(headers === undefined ? {} : { headers }),
});

async function logged(request: Request, url: URL): Promise<LoggedRequest> {
  return {
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(request.headers),
    body: await loggedBody(request.clone()),
  };
}

async function loggedBody(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data') === true) {
    const form = await request.formData().catch(() => undefined);
    return Object.fromEntries(
      [...(form ?? [])].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : { name: value.name, type: value.type, size: value.size },
      ]),
    );
  }
  const text = await request.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
