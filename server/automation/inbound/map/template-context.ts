import type { EndpointConfig } from '../../../../shared/automation/endpoint-config';
import type { InboundFile } from '../../../../shared/automation/inbound-request';
import type { JsonValue } from '../../../../shared/automation/json';
import { zoneOf } from '../../schedule/local-time';
import type { TemplateContext } from '../../templates/types';
import { presetOf } from '../presets/presets';

export interface ParsedRequest {
  method: string;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  body: JsonValue;
  files: readonly InboundFile[];
}

interface ContextPosition {
  endpoint: { id: string; name: string };
  workspace: { id: string; name: string };
  config: EndpointConfig;
  now: Date;
}

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

export function contextOf(
  payload: ParsedRequest,
  { endpoint, workspace, config, now }: ContextPosition,
): TemplateContext {
  const { method, headers, query, body, files } = payload;
  return {
    body,
    query,
    headers,
    type: typeOf(payload, presetOf(config.preset).type_source),
    method,
    files,
    item: null,
    index: 0,
    endpoint: { id: endpoint.id, name: endpoint.name },
    workspace: { id: workspace.id, name: workspace.name },
    now: now.toISOString(),
    timezone: zoneOf(config.schedule ?? {}),
  };
}

function typeOf({ headers, body }: ParsedRequest, from: string | null): string | null {
  if (from === null) return null;
  const [root = '', name = ''] = from.split('.', 2);
  const found = root === 'headers' ? headers[name] : valueAt(body, name);
  return typeof found === 'string' ? found : null;
}

export function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, JsonValue>)[name];
  }
  return found;
}
