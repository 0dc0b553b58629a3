import type { EndpointConfig, EndpointStatus } from '../../../shared/automation/endpoint-config';
import type { FieldIssue } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { ApiError, fieldError } from '../../errors';
import { reachesDomain } from '../../links/domains/find';
import { linkSettingsOf } from '../../links/settings/service';
import type { AutomationCall } from '../context';
import { fromRequest } from '../context';
import { isVisible } from '../inbound/headers';
import { resolveTargets } from '../publications/deliveries/recipients';
import { checkCondition, checkTree } from '../templates/check';
import type { TemplateIssue } from '../templates/types';
import { isComplete } from './config';

/**
 * Judges a configuration as if this caller had made all of it. Throws 400 for templates and conditions that cannot be
 * read, 422 for what does not fit together and for targets that are not there.
 */
export async function judgeConfig(ctx: AutomationCall, config: EndpointConfig): Promise<void> {
  const issues = templateIssues(config);
  const [first] = issues;
  if (first) {
    throw new ApiError('validation_failed', {
      detail: first.message,
      errors: issues.slice(0, LIMITS.issuesPerProblem),
    });
  }
  judgeHeaders(config);
  await judgeTargets(ctx, config);
  await judgeShortLinks(ctx, config);
}

/** Throws 422 for an endpoint that would have nothing to do with what comes. */
export function judgeStatus(config: EndpointConfig, status: EndpointStatus): void {
  if (status !== 'active' || isComplete(config)) return;
  const message = 'An active endpoint needs a mapping, or the mode `record`.';
  throw fieldError('unprocessable', '/mapping', 'required', message);
}

/** Conditions of a filter. */
export const conditionsOf = (filter: EndpointConfig['filter']): string[] =>
  filter === null ? [] : typeof filter === 'string' ? [filter] : filter;

/** What is wrong with the templates of a configuration. */
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
  const place = issue.line === null ? '' : ` (line ${issue.line}${issue.col === null ? '' : `, column ${issue.col}`})`;
  return [{ in: 'body', pointer, code: issue.code, message: `${issue.message}${place}` }];
}

function judgeHeaders({ header_allow: allowed }: EndpointConfig): void {
  const index = allowed.findIndex((name) => !isVisible(name));
  if (index < 0) return;
  const message = 'This header can contain a credential, so mappings and the log cannot use it. Remove it.';
  throw fieldError('unprocessable', `/header_allow/${index}`, 'not_allowed', message);
}

/** Fixed targets must be there, and within the caller’s reach, when they are saved. */
async function judgeTargets(ctx: AutomationCall, { targets }: EndpointConfig): Promise<void> {
  if (targets.length === 0) return;
  const { issues } = await resolveTargets(fromRequest(ctx), { targets, onInvalidTarget: 'reject' });
  const [first] = issues;
  if (!first) return;
  const errors = issues.slice(0, LIMITS.issuesPerProblem).map((issue) => ({ in: 'body' as const, ...issue }));
  const isMissing = issues.every(({ code }) => code === 'related_not_found');
  throw new ApiError(isMissing ? 'related_not_found' : 'unprocessable', { detail: first.message, errors });
}

/** Whoever has the token makes short links on the default domain, so whoever saves that must reach it. */
async function judgeShortLinks(ctx: AutomationCall, config: EndpointConfig): Promise<void> {
  if (config.short_links === 'off') return;
  const { defaultDomainId } = await linkSettingsOf(ctx, ctx.db.store);
  if (defaultDomainId === null || reachesDomain(ctx, defaultDomainId)) return;
  const message =
    'Your key cannot use the default domain for short links. Use another key, or set `short_links` to `off`.';
  throw fieldError('related_not_found', '/short_links', 'related_not_found', message);
}
