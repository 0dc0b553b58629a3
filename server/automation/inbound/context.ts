import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import type { InboundFile } from '../../../shared/automation/inbound-request';
import type { Json } from '../../../shared/automation/json';
import type { TemplateContext } from '../templates/types';
import { presetOf } from './presets';

/** What came, as mappings and the log see it. */
export interface InboundPayload {
  method: string;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  body: Json;
  files: readonly InboundFile[];
}

interface Place {
  endpoint: { id: string; name: string };
  workspace: { id: string; name: string };
  config: EndpointConfig;
  now: Date;
}

/** The roots that a mapping of an endpoint can read. */
export const CONTEXT_ROOTS = [
  'body',
  'query',
  'headers',
  'type',
  'method',
  'files',
  'item',
  'index',
  'endpoint',
  'workspace',
  'now',
  'timezone',
] as const;

/** What templates and conditions of an endpoint read. */
export function contextOf(payload: InboundPayload, { endpoint, workspace, config, now }: Place): TemplateContext {
  const { method, headers, query, body, files } = payload;
  return {
    body,
    query,
    headers,
    type: typeOf(payload, presetOf(config.preset).type_from),
    method,
    files,
    item: null,
    index: 0,
    endpoint: { id: endpoint.id, name: endpoint.name },
    workspace: { id: workspace.id, name: workspace.name },
    now: now.toISOString(),
    timezone: config.schedule?.timezone ?? 'UTC',
  };
}

function typeOf({ headers, body }: InboundPayload, from: string | null): string | null {
  if (from === null) return null;
  const [root = '', name = ''] = from.split('.', 2);
  const found = root === 'headers' ? headers[name] : valueAt(body, name);
  return typeof found === 'string' ? found : null;
}

/** The value at a dotted path; undefined where there is none. */
export function valueAt(value: Json, path: string): Json | undefined {
  let found: Json | undefined = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, Json>)[name];
  }
  return found;
}
