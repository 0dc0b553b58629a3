import type { EndpointAuth } from '../../../../shared/automation/endpoint-auth';
import { originAllowed } from '../../../../shared/networks';
import { isOwnOrigin } from '../../../access';
import { ApiError } from '../../../errors';
import { inNetworks, parseCidrs } from '../../../limits/client-address';
import type { AutomationServices } from '../../context';
import type { AuthenticatedCall, FoundEndpoint, InboundCall } from '../call';
import { Refused } from '../refusal';
import { equalsAny } from './compare';
import { checkLimits, isBodiless, tooLarge } from './limits';
import { type EndpointSecret, liveOf, openEndpointSecrets } from './secrets';
import { verifierOf } from './verify';

/** Undefined for the unsigned ping that WooCommerce sends when a webhook is saved. Throws `Refused`. */
export async function authenticate(
  services: AutomationServices,
  endpoint: FoundEndpoint,
  call: InboundCall,
): Promise<AuthenticatedCall | undefined> {
  const { contentType, max } = checkLimits(endpoint, call);
  checkSource(services, endpoint, call);
  checkCredentials(services, endpoint, call);
  const bytes = isBodiless(call.method) ? new TextEncoder().encode(call.query) : await readCounted(call, max);

  const { auth } = endpoint.row.config;
  const isOfWoo = auth.mode === 'signature' && auth.scheme === 'woocommerce' && !call.caller;
  if (isOfWoo && isWooPing(call.headers, bytes)) return undefined;
  // A request without a body is signed as an empty one.
  checkSignature(services, endpoint, call, isBodiless(call.method) ? new Uint8Array() : bytes);
  if (endpoint.workspace.isSuspended) throw new ApiError('workspace_suspended');
  return { call, endpoint, bytes, contentType };
}

async function readCounted(call: InboundCall, max: number): Promise<Uint8Array> {
  try {
    return await call.readBody(max);
  } catch (error) {
    throw error instanceof ApiError && error.code === 'payload_too_large' ? tooLarge(max) : error;
  }
}

function checkCredentials(services: AutomationServices, { row }: FoundEndpoint, call: InboundCall): void {
  const { auth } = row.config;
  if (call.caller) {
    // A publishable key is public, so it must not choose recipients.
    if (call.caller.actor.kind === 'pk' && row.config.dynamic_targets === 'any') throw publishable();
    return;
  }
  if (auth.mode === 'api_key') {
    throw unauthorized(
      'An API key is required. Send `Authorization: Bearer <key>`.',
      'missing_api_key',
      'Bearer realm="api"',
    );
  }
  if (auth.mode === 'header') checkSecret(services, row, call.headers.get(auth.header), auth);
  if (auth.mode === 'basic') checkSecret(services, row, passwordOf(call.headers.get('authorization'), auth), auth);
}

const publishable = (): Refused =>
  new Refused('unauthorized', {
    code: 'grant_exceeds_caller',
    message: 'A publishable key cannot call an endpoint with `dynamic_targets` set to `any`.',
    in: 'header',
    path: '/Authorization',
  });

function checkSecret(
  services: AutomationServices,
  row: FoundEndpoint['row'],
  given: string | null,
  auth: EndpointAuth,
): void {
  const challenge = auth.mode === 'basic' ? 'Basic realm="inbound", charset="UTF-8"' : undefined;
  if (given === null) throw unauthorized('The request has no credentials.', 'missing_api_key', challenge);
  if (!equalsAny([given], secretsOf(services, row))) {
    throw unauthorized('The credentials are not valid for the endpoint.', 'invalid_api_key', challenge);
  }
}

const unauthorized = (message: string, code: 'missing_api_key' | 'invalid_api_key', challenge?: string): Refused =>
  new Refused('unauthorized', {
    message,
    code,
    in: 'header',
    path: '/Authorization',
    ...(challenge === undefined ? {} : { headers: { 'WWW-Authenticate': challenge } }),
  });

/** A different user name is as invalid as a wrong password. */
function passwordOf(header: string | null, { username }: Extract<EndpointAuth, { mode: 'basic' }>): string | null {
  const encoded = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const [name, password] = splitOnce(Buffer.from(encoded, 'base64').toString('utf8'));
  return equalsAny([name], [username]) ? password : '';
}

function splitOnce(pair: string): [string, string] {
  const colon = pair.indexOf(':');
  return colon < 0 ? [pair, ''] : [pair.slice(0, colon), pair.slice(colon + 1)];
}

function checkSignature(
  services: AutomationServices,
  { row }: FoundEndpoint,
  call: InboundCall,
  body: Uint8Array,
): void {
  const { auth } = row.config;
  if (call.caller || auth.mode !== 'signature') return;
  const result = verifierOf(auth)(
    {
      method: call.method,
      url: services.config.baseUrl + call.target,
      headers: call.headers,
      body,
      now: services.now(),
    },
    secretsOf(services, row),
  );
  if (result !== 'valid') throw new Refused(result, { in: 'header' });
}

/** Decrypted secrets, cached as long as the row is unchanged. */
const opened = new WeakMap<FoundEndpoint['row'], EndpointSecret[]>();

function secretsOf({ secretKey, now }: AutomationServices, row: FoundEndpoint['row']): string[] {
  let secrets = opened.get(row);
  if (secrets === undefined) opened.set(row, (secrets = openEndpointSecrets(secretKey, row.id, row.secretsSealed)));
  return liveOf(secrets, now()).map(({ secret }) => secret);
}

/** Checks the IP address and, without an API key, the browser's origin. Throws `Refused`. */
function checkSource({ config }: AutomationServices, { row }: FoundEndpoint, call: InboundCall): void {
  const { allowed_cidrs: networks, allowed_origins: origins } = row.config;
  if (networks !== null && !inNetworks(call.origin.ip, parseCidrs(networks))) throw new Refused('ip_not_allowed');

  const origin = call.headers.get('origin');
  if (call.caller || origin === null || isOwnOrigin(config.baseUrl, origin, call.headers.get('host'))) return;
  if (origins === null || !(origins.includes('*') || originAllowed(origin, origins))) {
    throw new Refused('origin_not_allowed', { in: 'header', path: '/Origin' });
  }
}

/** WooCommerce sends this unsigned body when a webhook is saved, and requires a 200. */
const isWooPing = (headers: Headers, body: Uint8Array): boolean =>
  !headers.has('x-wc-webhook-signature') &&
  body.byteLength <= 64 &&
  /^webhook_id=\d{1,20}$/.test(new TextDecoder().decode(body));
