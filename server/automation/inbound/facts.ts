import type { KeyResources } from '../../../shared/access/keys';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { scoped } from '../../db/scoped';
import { depthIn } from '../../webhooks/dispatcher/lanes/depth';
import type { AutomationServices } from '../context';
import type { AutomationContext } from '../context';
import type { EndpointRow, FoundEndpoint, InboundCall } from './call';
import { visibleHeaders } from './headers';
import type { Facts } from './ledger';
import { cleanText } from './parse/clean';
import { parseQuery } from './parse/parse';

/** What is known of a call before its body is read. */
export function factsOf(services: AutomationServices, { row }: FoundEndpoint, call: InboundCall, began: number): Facts {
  return {
    id: newId(ID_PREFIXES.inboundRequest),
    endpoint: row,
    method: call.method,
    ip: call.origin.ip,
    userAgent: cleanText(call.origin.userAgent),
    contentType: contentTypeOf(call),
    size: 0,
    headers: visibleHeaders(row.config, call.headers),
    query: parseQuery(call.query),
    bodySha256: null,
    files: [],
    keyId: call.caller?.actor.keyId ?? null,
    requestId: call.requestId,
    depth: depthIn(call.headers),
    createdAt: services.now(),
    began,
    body: null,
    isPending: false,
  };
}

const contentTypeOf = ({ headers }: InboundCall): string | null => {
  const type = headers.get('content-type');
  return type === null ? null : cleanText(type);
};

/** What an endpoint publishes with: what its maker reached, within what the key of the call reaches. */
export function contextFor(
  services: AutomationServices,
  row: EndpointRow,
  { id, requestId, keyId, depth }: Pick<Facts, 'id' | 'requestId' | 'keyId' | 'depth'>,
  ofKey: KeyResources = {},
): AutomationContext {
  return {
    ...services,
    requestId,
    workspaceId: row.workspaceId,
    db: scoped(services.store, row.workspaceId),
    reach: { instances: shared(row.allowedInstances, ofKey.whatsapp_instances ?? null) },
    reachedDomains: shared(row.allowedDomains, ofKey.link_domains ?? null) ?? undefined,
    origin: {
      kind: 'inbound',
      inboundRequestId: id,
      endpointId: row.id,
      ...(keyId === null ? {} : { keyId }),
    },
    cause: depth === 0 ? undefined : { runId: null, depth },
  };
}

const shared = (own: readonly string[] | null, ofKey: readonly string[] | null): readonly string[] | null => {
  if (own === null || ofKey === null) return own ?? ofKey;
  return own.filter((id) => ofKey.includes(id));
};
