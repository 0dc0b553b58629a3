import { AI_ENDPOINTS } from '../../../shared/ai/endpoints';
import { type AttemptFailure, badAnswer, unreachable as unreachableProvider } from '../gateway/failure';
import { deadline, type Deadline } from './deadline';
import { failureOfStatus } from './failures';
import { normalise } from './normalise';
import type {
  AiProvider,
  DiscoverOptions,
  Discovery,
  DiscoveryFailure,
  FailureCode,
  ProviderIdentity,
  UpstreamRequest,
} from './provider';
import type { ResolvedProviderConfig } from './provider-config';
import { parseBytes, readBounded } from './read-body';

const BODY_BYTES = 8 * 1024 * 1024;
const TOTAL_MS = 5000;
const NO_LIST = 'The provider returned JSON without a list of models.';

interface OpenAiEndpoint {
  slug: string;
  baseUrl: string;
  /** Sent with every request, the key included. */
  headers: Readonly<Record<string, string>>;
  /** Ends when the headers of an answer are complete. */
  timeoutMs: number;
  /** For both addresses and their bodies; by default 5 s, or `timeoutMs` if that is longer. */
  totalMs?: number;
}

/** Tries `{base}/models`, then `{base}/v1/models`. Never rejects. */
export async function discover(endpoint: OpenAiEndpoint, options: DiscoverOptions = {}): Promise<Discovery> {
  const whole = deadline(endpoint.totalMs ?? Math.max(TOTAL_MS, endpoint.timeoutMs), options.signal);
  try {
    const [first, ...others] = modelAddresses(endpoint.baseUrl, options.urlUsed);
    let result = await requestList(first, endpoint, whole);

    for (const url of others) {
      if (result.ok || !mayHaveOtherAddress(result)) break;
      const second = await requestList(url, endpoint, whole);
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

async function requestList(url: string, endpoint: OpenAiEndpoint, whole: Deadline): Promise<Discovery> {
  const headersDue = deadline(endpoint.timeoutMs, whole.signal);
  const tooLong = (): DiscoveryFailure | undefined => {
    const late = [whole, headersDue].find((due) => due.passed());
    return (
      late && failure('provider_timeout', `The provider did not send a complete response within ${late.ms} ms.`, url)
    );
  };

  try {
    const response = await fetch(url, {
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

function parseAnswer(bytes: Uint8Array, slug: string, url: string, status: number): Discovery {
  const answer = parseBytes(bytes);
  if (answer === undefined)
    return failure('not_json', 'The provider returned a response that is not JSON.', url, status);

  const listing = normalise(answer, slug);
  if (listing === null) return failure('provider_error', NO_LIST, url, status);
  return { ok: true, ...listing, urlUsed: url, httpStatus: status };
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

/** `authenticate` makes headers of the key. */
export function httpProvider(
  identity: ProviderIdentity,
  config: ResolvedProviderConfig,
  authenticate: (key: string) => Record<string, string>,
): AiProvider {
  if (config.base_url === undefined) throw new Error(`The provider ${config.slug} has no address.`);
  const endpoint: OpenAiEndpoint = {
    slug: config.slug,
    baseUrl: config.base_url,
    headers: headersOf(config, authenticate),
    timeoutMs: config.timeout_ms,
  };
  return {
    ...identity,
    type: config.type,
    discovery: config.discover ? 'live' : 'static',
    discover: (options) => discover(endpoint, options),
    redact: redactorOf(endpoint),
    send: (_reservation, request) => send(endpoint, request),
  };
}

/** Bun’s names of failures before a request is sent. */
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

/** Shorter values are no secrets, and words of ordinary texts. */
const MIN_SECRET = 8;

function redactorOf({ baseUrl, headers }: OpenAiEndpoint): AiProvider['redact'] {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const hidden = [...values, new URL(baseUrl).host]
    .filter((value) => value.length >= MIN_SECRET)
    // A value may contain another one.
    .toSorted((a, b) => b.length - a.length);
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
