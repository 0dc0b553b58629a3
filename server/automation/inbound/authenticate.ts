import type { EndpointAuth } from '../../../shared/automation/endpoint-auth';
import { originAllowed } from '../../../shared/networks';
import { isOwnOrigin } from '../../access/guard/own-origin';
import { inNetworks, parseCidrs } from '../../limits/client-address';
import type { AutomationServices } from '../context';
import type { FoundEndpoint, InboundCall } from './call';
import { Refused } from './refused';
import { type EndpointSecret, liveOf, openSecrets } from './secrets';
import { verifierOf } from './verify';
import { equalsAny } from './verify/compare';

/** Where the call comes from, then who makes it; a signature waits for the body. Throws `Refused`. */
export function authenticate(services: AutomationServices, { row }: FoundEndpoint, call: InboundCall): void {
  const { auth, ip_allow: networks, allowed_origins: origins } = row.config;
  if (networks !== null && !inNetworks(call.origin.ip, parseCidrs(networks))) throw new Refused('ip_not_allowed');
  if (call.caller) {
    // Anybody can read a publishable key: it must not choose whom to write to.
    if (call.caller.actor.kind === 'pk' && row.config.dynamic_targets === 'any') throw publishable();
    return;
  }
  judgeOrigin(services, origins, call.headers);
  if (auth.mode === 'api_key') {
    throw unauthorized(
      'An API key is required. Send `Authorization: Bearer <key>`.',
      'missing_api_key',
      'Bearer realm="api"',
    );
  }
  if (auth.mode === 'header') judgeSecret(services, row, call.headers.get(auth.header), auth);
  if (auth.mode === 'basic') judgeSecret(services, row, passwordOf(call.headers.get('authorization'), auth), auth);
}

const publishable = (): Refused =>
  new Refused('unauthorized', {
    code: 'grant_exceeds_caller',
    message: 'A publishable key cannot call an endpoint with `dynamic_targets` set to `any`.',
    in: 'header',
    path: '/Authorization',
  });

function judgeOrigin({ config }: AutomationServices, origins: readonly string[] | null, headers: Headers): void {
  const origin = headers.get('origin');
  if (origin === null || isOwnOrigin(config.baseUrl, origin, headers.get('host'))) return;
  if (origins === null || !(origins.includes('*') || originAllowed(origin, origins))) {
    throw new Refused('origin_not_allowed', { in: 'header', path: '/Origin' });
  }
}

function judgeSecret(
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

/** The password of Basic credentials under the endpoint’s user name; one under another name is as wrong as any. */
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

/** Judges the signature over the bytes as they came. Throws `Refused`. */
export function verify(
  services: AutomationServices,
  { row }: FoundEndpoint,
  call: InboundCall,
  body: Uint8Array,
): void {
  const { auth } = row.config;
  if (call.caller || auth.mode !== 'signature') return;
  const verdict = verifierOf(auth)(
    {
      method: call.method,
      url: services.config.baseUrl + call.target,
      headers: call.headers,
      body,
      now: services.now(),
    },
    secretsOf(services, row),
  );
  if (verdict !== 'valid') throw new Refused(verdict, { in: 'header' });
}

/** Secrets of the endpoints that calls share, as long as their rows are the same. */
const opened = new WeakMap<FoundEndpoint['row'], EndpointSecret[]>();

function secretsOf({ secretKey, now }: AutomationServices, row: FoundEndpoint['row']): string[] {
  let secrets = opened.get(row);
  if (secrets === undefined) opened.set(row, (secrets = openSecrets(secretKey, row.id, row.secretsSealed)));
  return liveOf(secrets, now()).map(({ secret }) => secret);
}
