import { ID_PREFIXES, idPattern } from '../../../../shared/ids';
import { findKeyByHash } from '../../../access/system/auth';
import { ApiError } from '../../../errors';
import { rateLimited, TOO_MANY_FAILURES } from '../../../limits/charge';
import { KEY_PATTERN, sha256Hex } from '../../../secrets/tokens';
import type { AutomationServices } from '../../context';
import { findEndpoint } from '../../system/endpoints';
import type { EndpointRow, FoundEndpoint, InboundCall } from '../call';
import { equalsAny } from './compare';
import { liveOf } from './secrets';

const ID = new RegExp(idPattern(ID_PREFIXES.inboundEndpoint));

/** An unknown id, a wrong token and an endpoint outside the key's workspace or resources give the same 404. */
export async function findCalledEndpoint(services: AutomationServices, call: InboundCall): Promise<FoundEndpoint> {
  await refuseKeyInPath(services, call);
  // Other text may contain bytes that the database refuses.
  const found = ID.test(call.endpointId) ? await findEndpoint(services.store, call.endpointId) : undefined;
  if (found && hasValidToken(found, call, services.now())) return found;
  throw notFound(services, call);
}

/** A key replaces the token, but a token given beside it must be valid. */
function hasValidToken({ row }: FoundEndpoint, { token, caller }: InboundCall, now: Date): boolean {
  const needsToken = row.config.auth.mode === 'url_token';
  if (token === undefined ? needsToken && !caller : !needsToken || !isTokenOf(row, token, now)) return false;
  if (!caller) return true;
  const { inbound_endpoints: only } = caller.actor.resources;
  return row.workspaceId === caller.workspaceId && (only?.includes(row.id) ?? true);
}

function isTokenOf({ tokens }: EndpointRow, token: string, now: Date): boolean {
  const hashes = liveOf(tokens, now).map(({ hash }) => hash);
  return equalsAny([sha256Hex(token)], hashes);
}

function notFound({ limits }: AutomationServices, { origin }: InboundCall): ApiError {
  const charged = limits.failures.charge(origin.ip);
  return charged.allowed ? new ApiError('not_found') : rateLimited(charged, TOO_MANY_FAILURES);
}

/** API keys in URLs end up in logs, so they are refused and their owner is notified. */
async function refuseKeyInPath(services: AutomationServices, { token, origin }: InboundCall): Promise<void> {
  if (token === undefined || !KEY_PATTERN.test(token)) return;
  const key = await findKeyByHash(services.store, sha256Hex(token));
  if (key) {
    const { workspaceId, keyId, name: label } = key;
    services.recorder.rejected({ workspaceId, keyId, label, reason: 'path', origin });
  }
  throw new ApiError('invalid_api_key', {
    detail: 'The key was sent in a URL and may be exposed. Revoke it, and send keys in `Authorization: Bearer`.',
    headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
  });
}
