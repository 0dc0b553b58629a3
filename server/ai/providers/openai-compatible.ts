import { AI_ENDPOINTS } from '../../../shared/ai/endpoints';
import { MAX_MODELS } from '../../../shared/ai/models';
import { MINUTE_MS } from '../../../shared/durations';
import { isJsonObject } from '../../json-object';
import { type AttemptFailure, badAnswer, unreachable as unreachableProvider } from '../gateway/failure';
import { acceptsConnections } from './accepts-connections';
import { deadline, type Deadline } from './deadline';
import { failureOfStatus } from './failures';
import { normalise } from './normalise';
import type {
  AiProvider,
  DiscoverOptions,
  Discovery,
  DiscoveryFailure,
  DiscoverySuccess,
  FailureCode,
  ProviderIdentity,
  UpstreamRequest,
} from './provider';
import type { ResolvedProviderConfig } from './provider-config';
import { parseBytes, readBounded } from './read-body';

const BODY_BYTES = 8 * 1024 * 1024;
const TOTAL_MS = 5000;
const MAX_PAGES = 20;
const NO_LIST = 'The provider returned JSON without a list of models.';

interface OpenAiEndpoint {
  slug: string;
  baseUrl: string;
  /** Includes the key. */
  headers: Readonly<Record<string, string>>;
  /** Ends when the headers of an answer are complete. */
  timeoutMs: number;
  listQuery?: Readonly<Record<string, string>>;
  /** For both addresses and their bodies; by default 5 s, or `timeoutMs` if that is longer. */
  totalMs?: number;
}

/** Tries `{base}/models`, then `{base}/v1/models`. Never rejects. */
export async function discover(endpoint: OpenAiEndpoint, options: DiscoverOptions = {}): Promise<Discovery> {
  const whole = deadline(endpoint.totalMs ?? Math.max(TOTAL_MS, endpoint.timeoutMs), options.signal);
  try {
    const [first, ...others] = modelAddresses(endpoint.baseUrl, options.urlUsed);
    let result = await requestPages(first, endpoint, whole);

    for (const url of others) {
      if (result.ok || !mayHaveOtherAddress(result)) break;
      const second = await requestPages(url, endpoint, whole);
      if (second.ok || !(mayHaveOtherAddress(second) || second.code === 'discovery_unsupported')) result = second;
    }
    return result;
  } finally {
    whole.close();
  }
}

/** `new URL('models', base)` would drop the last segment of a base without a trailing slash. */
export function modelAddresses(baseUrl: string, worked?: string | null): [string, ...string[]] {
  const base = baseUrl.replace(/\/+$/, '');
  const plain = `${base}/models`;
  const versioned = `${base}/v1/models`;
  if (/\/v1$/i.test(base)) return [plain];
  return worked === versioned ? [versioned, plain] : [plain, versioned];
}

/** Anthropic answers in pages; most providers answer with all models at once. */
async function requestPages(url: string, endpoint: OpenAiEndpoint, whole: Deadline): Promise<Discovery> {
  const first = await requestPage(url, endpoint, whole);
  if (!first.ok) return first;
  const models = new Map(first.models.map((model) => [model.id, model]));
  let { dropped, lastId } = first;
  for (let page = 1; lastId !== null && page < MAX_PAGES; page += 1) {
    const next = await requestPage(url, endpoint, whole, lastId);
    // An incomplete list would remove the other models.
    if (!next.ok) return next;
    const known = models.size;
    for (const model of next.models) if (models.size < MAX_MODELS) models.set(model.id, model);
    // Some providers report more pages, and always send the same one.
    if (models.size === known) break;
    dropped += next.dropped;
    lastId = next.lastId;
  }
  return { ok: true, models: [...models.values()], dropped, urlUsed: url, httpStatus: first.httpStatus };
}

/** `lastId` is null on the last page. */
type ModelPage = (DiscoverySuccess & { lastId: string | null }) | DiscoveryFailure;

async function requestPage(
  url: string,
  endpoint: OpenAiEndpoint,
  whole: Deadline,
  afterId?: string,
): Promise<ModelPage> {
  const headersDue = deadline(endpoint.timeoutMs, whole.signal);
  const tooLong = (): DiscoveryFailure | undefined => {
    const late = [whole, headersDue].find((due) => due.passed());
    return (
      late && failure('provider_timeout', `The provider did not send a complete response within ${late.ms} ms.`, url)
    );
  };

  try {
    const query = new URLSearchParams({
      ...endpoint.listQuery,
      ...(afterId === undefined ? {} : { after_id: afterId }),
    });
    const response = await fetch(query.size === 0 ? url : `${url}?${query}`, {
      headers: { accept: 'application/json', 'user-agent': 'Switchboard', ...endpoint.headers },
      redirect: 'manual',
      signal: headersDue.signal,
    });
    headersDue.stop();

    const refused = failureOfStatus(response, url, Date.now());
    if (refused !== undefined) return refused;

    const body = await readBounded(response, BODY_BYTES);
    if (body.ok) return parseAnswer(body.bytes, endpoint.slug, url, response.status);
    if (body.reason === 'too_large') {
      return failure('response_too_large', 'The list of models is larger than 8 MiB.', url, response.status);
    }
    return (
      tooLong() ??
      failure(
        'provider_error',
        'The connection to the provider was closed before the response was complete.',
        url,
        response.status,
      )
    );
  } catch (error) {
    return tooLong() ?? unreachable(error, url);
  } finally {
    headersDue.close();
  }
}

function parseAnswer(bytes: Uint8Array, slug: string, url: string, status: number): ModelPage {
  const answer = parseBytes(bytes);
  if (answer === undefined)
    return failure('not_json', 'The provider returned a response that is not JSON.', url, status);

  const listing = normalise(answer, slug);
  if (listing === null) return failure('provider_error', NO_LIST, url, status);
  return { ok: true, ...listing, lastId: lastIdIn(answer), urlUsed: url, httpStatus: status };
}

function lastIdIn(answer: unknown): string | null {
  if (!isJsonObject(answer) || answer['has_more'] !== true) return null;
  return typeof answer['last_id'] === 'string' && answer['last_id'] !== '' ? answer['last_id'] : null;
}

/** No route, a web page on the same port, or LM Studio’s `200 {"error": "Unexpected endpoint"}`. */
const mayHaveOtherAddress = ({ code, detail, httpStatus }: DiscoveryFailure): boolean =>
  httpStatus === 404 || httpStatus === 405 || code === 'not_json' || detail === NO_LIST;

/** Bun’s messages contain the address, so only the error code is kept. */
function unreachable(error: unknown, url: string): DiscoveryFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const result = failure('provider_unreachable', 'The provider could not be reached.', url);
  return /^[A-Z][A-Z_]{2,60}$/.test(code) ? { ...result, operatorDetail: `${code}.` } : result;
}

function failure(
  code: FailureCode,
  detail: string,
  urlUsed: string,
  httpStatus: number | null = null,
): DiscoveryFailure {
  return { ok: false, code, detail, urlUsed, httpStatus };
}

export const openAiCompatibleProvider = (identity: ProviderIdentity, config: ResolvedProviderConfig): AiProvider =>
  httpProvider(identity, config, (key) => ({ authorization: `Bearer ${key}` }));

export function httpProvider(
  identity: ProviderIdentity,
  config: ResolvedProviderConfig,
  authenticate: (key: string) => Record<string, string>,
  listQuery: Record<string, string> = {},
): AiProvider {
  if (config.base_url === undefined) throw new Error(`The provider ${config.slug} has no address.`);
  const endpoint: OpenAiEndpoint = {
    slug: config.slug,
    baseUrl: config.base_url,
    headers: headersOf(config, authenticate),
    timeoutMs: config.timeout_ms,
    listQuery,
  };
  let answeredAt = -Infinity;
  return {
    ...identity,
    type: config.type,
    discovery: config.discover ? 'live' : 'static',
    discover: (options) => discover(endpoint, options),
    redact: redactorOf(endpoint),
    // Most calls take longer than a connection, so that each of them would probe.
    acceptsConnections: async (ms) =>
      performance.now() - answeredAt < MINUTE_MS || acceptsConnections(endpoint.baseUrl, ms),
    async send(_reservation, request) {
      const response = await send(endpoint, request);
      answeredAt = performance.now();
      return response;
    },
  };
}

/** Bun’s error codes of failures before a request is sent. */
const UNSENT =
  /^(?:ConnectionRefused|FailedToOpenSocket|ConnectionTimeout|E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|DNS\w*|UNABLE_TO_\w+|CERT_\w+|ERR_TLS\w*|SELF_SIGNED\w*|DEPTH_ZERO\w*)$/;

async function send(endpoint: OpenAiEndpoint, request: UpstreamRequest): Promise<Response> {
  const base = request.urlUsed?.replace(/\/models$/, '') ?? endpoint.baseUrl.replace(/\/+$/, '');
  try {
    return await fetch(`${base}${AI_ENDPOINTS[request.endpoint]}`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        // A compressed stream would arrive in larger pieces.
        'accept-encoding': 'identity',
        'user-agent': 'Switchboard',
        ...request.headers,
        ...endpoint.headers,
        'content-type': request.contentType,
        ...(request.contentLength === undefined ? {} : { 'content-length': String(request.contentLength) }),
      },
      body: request.body,
      redirect: 'manual',
      signal: request.signal,
    });
  } catch (error) {
    if (request.signal.aborted) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw UNSENT.test(code) ? unreachableProvider() : closedEarly();
  }
}

const closedEarly = (): AttemptFailure => badAnswer('The provider closed the connection before it answered.');

/** Shorter values are no secrets, and occur in ordinary texts. */
const MIN_SECRET = 8;

function redactorOf({ baseUrl, headers }: OpenAiEndpoint): AiProvider['redact'] {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const { host, hostname } = new URL(baseUrl);
  const hidden = [...values, host, hostname]
    .filter((value) => value.length >= MIN_SECRET || (value === hostname && value.includes('.')))
    // A value may contain another one.
    .toSorted((a, b) => b.length - a.length)
    // Names of hosts have no case.
    .map((value) => new RegExp(RegExp.escape(value), value === host || value === hostname ? 'gi' : 'g'));
  return (text) => hidden.reduce((rest, value) => rest.replaceAll(value, '[redacted]'), text);
}

/** The operator’s headers take precedence; lower-case names, so that equal ones merge. */
function headersOf(
  config: ResolvedProviderConfig,
  authenticate: (key: string) => Record<string, string>,
): Record<string, string> {
  const own = Object.entries(config.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const key = config.api_key === undefined ? {} : authenticate(config.api_key);
  return { ...key, ...(Object.fromEntries(own) as Record<string, string>) };
}
