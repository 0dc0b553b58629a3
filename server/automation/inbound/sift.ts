import { sha256Hex } from '../../secrets/tokens';
import type { AutomationServices } from '../context';
import { findTaken } from '../queries/inbound';
import type { TemplateContext, TemplateFailure } from '../templates/types';
import type { FoundEndpoint } from './call';
import { plainOutput } from './plain-output';
import { Refused } from './refused';
import type { Watch } from './watch';

/** What came, and by what a repeat of it is recognised. */
export interface Sifted {
  context: TemplateContext;
  /** As the log shows it. */
  dedupeKey: string | null;
  /** Under which it is remembered, with the seconds of each. */
  keys: { hash: string; seconds: number }[];
}

export type SiftVerdict =
  | { kind: 'recorded'; reason: 'ping' | 'captured' | null }
  | { kind: 'duplicate'; of: string }
  | { kind: 'filtered' }
  | { kind: 'map' };

interface Sift {
  services: AutomationServices;
  endpoint: FoundEndpoint;
  context: TemplateContext;
  idempotencyKey: string | null;
  bodySha256: string;
  /** A replay is no repeat. */
  isReplay: boolean;
}

/** Stages between the parsed body and the mapping: which requests go on to it. */
export async function sift(parts: Sift, watch: Watch): Promise<{ sifted: Sifted; verdict: SiftVerdict }> {
  const { services, endpoint, context, isReplay } = parts;
  const { config, status, id } = endpoint.row;
  let sifted: Sifted = { context, dedupeKey: null, keys: [] };
  if (isPing(endpoint, context)) return { sifted, verdict: { kind: 'recorded', reason: 'ping' } };
  if (status === 'capture') return { sifted, verdict: { kind: 'recorded', reason: 'captured' } };

  if (!isReplay) {
    const key = await watch('dedupe', () => dedupeKeyOf(parts), String);
    sifted = { context, dedupeKey: key === '' ? null : key, keys: keysOf(parts, key) };
    const hashes = sifted.keys.map(({ hash }) => hash);
    const first = await findTaken(services.store, id, hashes, services.now());
    if (first !== undefined) return { sifted, verdict: { kind: 'duplicate', of: first } };
  }
  const holds = await watch('filter', () => isWanted(parts));
  if (!holds) return { sifted, verdict: { kind: 'filtered' } };
  return { sifted, verdict: config.mode === 'record' ? { kind: 'recorded', reason: null } : { kind: 'map' } };
}

/** GitHub says so when a hook is made. */
function isPing({ row: { config } }: FoundEndpoint, context: TemplateContext): boolean {
  return config.auth.mode === 'signature' && config.auth.scheme === 'github' && context['type'] === 'ping';
}

/** Empty where nothing tells one request from another. */
async function dedupeKeyOf(parts: Sift): Promise<string> {
  const { key } = parts.endpoint.row.config.dedupe;
  const text = key === null ? '' : (plainOutput(key, parts.context) ?? (await renderedKey(parts, key))).trim();
  return text === '' ? (parts.idempotencyKey ?? '') : text;
}

async function renderedKey({ services, endpoint, context }: Sift, key: string): Promise<string> {
  const rendered = await services.automation.templates.render(endpoint.workspace.id, key, context, { asText: true });
  if (!rendered.ok) throw failedTemplate(rendered.failure, 'dedupe', '/dedupe/key');
  return typeof rendered.value === 'string' ? rendered.value : '';
}

function keysOf({ endpoint, bodySha256 }: Sift, key: string): Sifted['keys'] {
  const { window_seconds: window, content_window_seconds: contentWindow } = endpoint.row.config.dedupe;
  return [
    ...(key === '' ? [] : [{ hash: sha256Hex(`key:${key}`), seconds: window }]),
    ...(contentWindow === 0 ? [] : [{ hash: sha256Hex(`content:${bodySha256}`), seconds: contentWindow }]),
  ];
}

async function isWanted({ services, endpoint, context }: Sift): Promise<boolean> {
  const { filter } = endpoint.row.config;
  if (filter === null) return true;
  const conditions = typeof filter === 'string' ? [filter] : filter;
  const held = await services.automation.templates.holds(endpoint.workspace.id, conditions, context);
  if (!held.ok) throw failedTemplate(held.failure, 'filter', `/filter${held.failure.path}`);
  return held.holds;
}

/** A template or condition that failed on what came. */
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
