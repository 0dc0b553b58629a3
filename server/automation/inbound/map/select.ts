import type { EndpointConfig } from '../../../../shared/automation/endpoint-config';
import { sha256Hex } from '../../../secrets/tokens';
import type { AutomationServices } from '../../context';
import { findClaimed } from '../../queries/inbound';
import type { TemplateContext, TemplateFailure } from '../../templates/types';
import type { FoundEndpoint } from '../call';
import { Refused } from '../refusal';
import type { RunStage } from '../stages';

export interface DedupeClaim {
  context: TemplateContext;
  dedupeKey: string | null;
  keys: { hash: string; seconds: number }[];
}

export type Selection =
  | { kind: 'recorded'; reason: 'ping' | 'sample_stored' | null }
  | { kind: 'duplicate'; of: string }
  | { kind: 'filtered' }
  | { kind: 'map' };

interface SelectInput {
  services: AutomationServices;
  endpoint: FoundEndpoint;
  context: TemplateContext;
  idempotencyKey: string | null;
  bodySha256: string;
  /** A replay is never a duplicate. */
  isReplay: boolean;
}

/** Separates pings, samples, duplicates and filtered requests from those to map. Throws `Refused`. */
export async function selectRequest(
  input: SelectInput,
  runStage: RunStage,
): Promise<{ claim: DedupeClaim; selection: Selection }> {
  const { services, endpoint, context, isReplay } = input;
  const { config, status, workspaceId, id } = endpoint.row;
  let claim: DedupeClaim = { context, dedupeKey: null, keys: [] };
  if (isPing(endpoint, context)) return { claim, selection: { kind: 'recorded', reason: 'ping' } };
  if (status === 'collecting_samples') return { claim, selection: { kind: 'recorded', reason: 'sample_stored' } };

  if (!isReplay) {
    const key = await runStage('dedupe', () => dedupeKeyOf(input), String);
    claim = { context, dedupeKey: key === '' ? null : key, keys: keysOf(input, key) };
    const hashes = claim.keys.map(({ hash }) => hash);
    const first = await findClaimed(services.store, { workspaceId, endpointId: id }, hashes, services.now());
    if (first !== undefined) return { claim, selection: { kind: 'duplicate', of: first } };
  }
  const holds = await runStage('filter', () => isWanted(input));
  if (!holds) return { claim, selection: { kind: 'filtered' } };
  return { claim, selection: config.mode === 'record' ? { kind: 'recorded', reason: null } : { kind: 'map' } };
}

/** GitHub sends it when a webhook is created. */
function isPing({ row: { config } }: FoundEndpoint, context: TemplateContext): boolean {
  return config.auth.mode === 'signature' && config.auth.scheme === 'github' && context['type'] === 'ping';
}

async function dedupeKeyOf(input: SelectInput): Promise<string> {
  const { key } = input.endpoint.row.config.dedupe;
  const text = key === null ? '' : (plainOutput(key, input.context) ?? (await renderedKey(input, key))).trim();
  return text === '' ? (input.idempotencyKey ?? '') : text;
}

async function renderedKey({ services, endpoint, context }: SelectInput, key: string): Promise<string> {
  const rendered = await services.automation.templates.render(endpoint.workspace.id, key, context, { asText: true });
  if (!rendered.ok) throw failedTemplate(rendered.failure, 'dedupe', '/dedupe/key');
  return typeof rendered.value === 'string' ? rendered.value : '';
}

function keysOf({ endpoint, bodySha256 }: SelectInput, key: string): DedupeClaim['keys'] {
  const { window_seconds: window, content_window_seconds: contentWindow } = endpoint.row.config.dedupe;
  return [
    ...(key === '' ? [] : [{ hash: sha256Hex(`key:${key}`), seconds: window }]),
    ...(contentWindow === 0 ? [] : [{ hash: sha256Hex(`content:${bodySha256}`), seconds: contentWindow }]),
  ];
}

export const filterOf = ({ filter }: EndpointConfig): readonly string[] =>
  filter === null ? [] : typeof filter === 'string' ? [filter] : filter;

async function isWanted({ services, endpoint, context }: SelectInput): Promise<boolean> {
  const conditions = filterOf(endpoint.row.config);
  const held = await services.automation.templates.holds(endpoint.workspace.id, conditions, context);
  if (!held.ok) throw failedTemplate(held.failure, 'filter', `/filter${held.failure.path}`);
  return held.holds;
}

export const failedTemplate = (
  { code, message, line, col }: TemplateFailure,
  stage: 'dedupe' | 'filter' | 'map',
  path: string,
): Refused =>
  new Refused('mapping_failed', {
    stage,
    message: message.slice(0, 500),
    path,
    line,
    col,
    issues: [{ in: 'body', pointer: path, code, message: message.slice(0, 500) }],
  });

const OUTPUT = /^\s*\{\{-?\s*([a-z]\w*(?:\.[\w-]+|\["[^"\\]+"\])*)\s*-?\}\}\s*$/;
const PART = /\["([^"]+)"\]|([\w-]+)/g;
const VIRTUAL = new Set(['size', 'first', 'last']);

/** A template that is only a path, such as `{{ body.id }}`, needs no Worker. Undefined for other templates. */
function plainOutput(template: string, context: TemplateContext): string | undefined {
  const path = OUTPUT.exec(template)?.[1];
  if (path === undefined) return undefined;
  let value: unknown = context;
  for (const [, quoted, plain] of path.matchAll(PART)) {
    const name = quoted ?? plain ?? '';
    if (VIRTUAL.has(name) || Array.isArray(value)) return undefined;
    const holds: boolean = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    value = holds ? (value as Record<string, unknown>)[name] : null;
  }
  if (value === null || value === undefined) return '';
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
