import type { EndpointConfig, EndpointStatus } from '../../../shared/automation/endpoint-config';
import type { FieldIssue } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { ApiError, fieldError, requireValid, relatedNotFound } from '../../errors';
import { linkSettingsOf, mayUseDomain } from '../../links';
import type { AutomationCall } from '../context';
import { fromRequest } from '../context';
import { isVisibleHeader } from '../inbound/parse/visible-headers';
import { resolveTargets } from '../publications/deliveries/recipients';
import { checkCondition, checkTree } from '../templates/check';
import type { TemplateIssue } from '../templates/types';
import { isComplete } from './config';

/** Validates as if this caller had written all of it. Throws 400 for invalid templates, 422 otherwise. */
export async function validateEndpointConfig(ctx: AutomationCall, config: EndpointConfig): Promise<void> {
  requireValid(templateIssues(config));
  checkHeaders(config);
  await validateTargets(ctx, config);
  await checkShortLinks(ctx, config);
}

/** Throws 422 for an endpoint that could not process anything. */
export function requireActivatable(config: EndpointConfig, status: EndpointStatus): void {
  if (status !== 'active' || isComplete(config)) return;
  const message = 'An active endpoint needs a mapping, or the mode `record`.';
  throw fieldError('unprocessable', '/mapping', 'required', message);
}

export const conditionsOf = (filter: EndpointConfig['filter']): string[] =>
  filter === null ? [] : typeof filter === 'string' ? [filter] : filter;

export function templateIssues({
  filter,
  dedupe,
  mapping,
}: Pick<EndpointConfig, 'filter' | 'mapping'> & { dedupe?: EndpointConfig['dedupe'] }): FieldIssue[] {
  const isList = Array.isArray(filter);
  return [
    ...conditionsOf(filter).flatMap((source, index) =>
      issueAt(isList ? `/filter/${index}` : '/filter', checkCondition(source)),
    ),
    ...checkTree(dedupe?.key ?? '').flatMap((issue) => issueAt('/dedupe/key', issue)),
    ...(mapping === null ? [] : checkTree(mapping).flatMap((issue) => issueAt(`/mapping${issue.path}`, issue))),
  ];
}

function issueAt(pointer: string, issue: TemplateIssue | null): FieldIssue[] {
  if (issue === null) return [];
  const position =
    issue.line === null ? '' : ` (line ${issue.line}${issue.col === null ? '' : `, column ${issue.col}`})`;
  return [{ in: 'body', pointer, code: issue.code, message: `${issue.message}${position}` }];
}

function checkHeaders({ allowed_headers: allowed }: EndpointConfig): void {
  const index = allowed.findIndex((name) => !isVisibleHeader(name));
  if (index < 0) return;
  const message = 'This header can contain a credential, so mappings and the log cannot use it. Remove it.';
  throw fieldError('unprocessable', `/allowed_headers/${index}`, 'not_allowed', message);
}

/** Fixed targets must exist and be accessible to the caller when they are saved. */
async function validateTargets(ctx: AutomationCall, { targets }: EndpointConfig): Promise<void> {
  if (targets.length === 0) return;
  const { issues } = await resolveTargets(fromRequest(ctx), { targets, onInvalidTarget: 'reject' });
  const [first] = issues;
  if (!first) return;
  const errors = issues.slice(0, LIMITS.issuesPerProblem).map((issue) => ({ in: 'body' as const, ...issue }));
  const isMissing = issues.every(({ code }) => code === 'related_not_found');
  throw new ApiError(isMissing ? 'related_not_found' : 'unprocessable', { detail: first.message, errors });
}

/** The token creates short links on the default domain, so the caller must have access to that domain. */
async function checkShortLinks(ctx: AutomationCall, config: EndpointConfig): Promise<void> {
  if (config.short_links === 'off') return;
  const { defaultDomainId } = await linkSettingsOf(ctx, ctx.db.store);
  if (defaultDomainId === null || mayUseDomain(ctx, defaultDomainId)) return;
  const message =
    'Your key cannot use the default domain for short links. Use another key, or set `short_links` to `off`.';
  throw relatedNotFound('/short_links', message);
}
