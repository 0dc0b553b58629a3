import type { KeyResources } from '../../../shared/access/keys';
import type { InboundFile } from '../../../shared/automation/inbound-request';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { scoped } from '../../db/scoped';
import { callDepthOf } from '../../webhooks';
import type { AutomationContext, AutomationServices } from '../context';
import type { EndpointRow, FoundEndpoint, InboundCall } from './call';
import { cleanText } from './parse/clean';
import { parseQuery } from './parse/parse';
import type { StoredBody } from './parse/stored-body';
import { visibleHeaders } from './parse/visible-headers';

export interface RequestDetails {
  id: string;
  endpoint: EndpointRow;
  method: string;
  ip: string;
  userAgent: string;
  contentType: string | null;
  size: number;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  bodySha256: string | null;
  files: InboundFile[];
  keyId: string | null;
  requestId: string;
  /** Requests and rule runs of this service in its chain of causes. */
  depth: number;
  createdAt: Date;
  /** Monotonic milliseconds. */
  began: number;
  /** Null when the body is not stored, or already stored. */
  body: StoredBody | null;
  isPending: boolean;
}

export function requestOf(
  services: AutomationServices,
  { row }: FoundEndpoint,
  call: InboundCall,
  began: number,
): RequestDetails {
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
    depth: callDepthOf(call.headers),
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

/** With the access of the endpoint’s creator, limited to the key of the call. */
export function automationContext(
  services: AutomationServices,
  row: EndpointRow,
  { id, requestId, keyId, depth }: Pick<RequestDetails, 'id' | 'requestId' | 'keyId' | 'depth'>,
  ofKey: KeyResources = {},
): AutomationContext {
  return {
    ...services,
    requestId,
    workspaceId: row.workspaceId,
    db: scoped(services.store, row.workspaceId),
    access: { instances: shared(row.allowedInstances, ofKey.whatsapp_instances ?? null) },
    allowedDomainIds: shared(row.allowedDomains, ofKey.link_domains ?? null) ?? undefined,
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
