import type { z } from 'zod';

import { ENDPOINT_LIMITS, type EndpointConfig } from '../../../../shared/automation/endpoint-config';
import type { JsonValue } from '../../../../shared/automation/json';
import { ON_MISSING_DEFAULT } from '../../../../shared/automation/on-missing';
import { PublicationInput } from '../../../../shared/automation/publication-inputs';
import type { FieldIssue } from '../../../../shared/errors';
import { flatIssues } from '../../../../shared/union-issues';
import { pointerPart } from '../../../json-pointer';
import type { AutomationServices } from '../../context';
import { renderLight } from '../../templates/light';
import type { MissingValue, TemplateContext } from '../../templates/types';
import type { FoundEndpoint } from '../call';
import { Refused } from '../refusal';
import { emptyContent, type MissingMappedValue, refuseMissing } from './missing-values';
import { failedTemplate } from './select';
import { valueAt } from './template-context';

type JsonObject = { [name: string]: JsonValue };

export interface Mapped {
  input: PublicationInput;
  ownTargetsFrom: number;
  gaps: readonly MissingMappedValue[];
}

export async function mapRequest(
  { automation }: AutomationServices,
  { row, workspace }: FoundEndpoint,
  context: TemplateContext,
): Promise<Mapped[]> {
  const { config } = row;
  const { mapping } = config;
  if (mapping === null)
    throw new Refused('mapping_failed', { message: 'The endpoint has no mapping.', path: '/mapping' });
  const mapped: Mapped[] = [];
  for (const own of contextsOf(config, context)) {
    const rendered = renderLight(mapping, own) ?? (await automation.templates.render(workspace.id, mapping, own));
    if (!rendered.ok) throw failedTemplate(rendered.failure, 'map', rendered.failure.path);
    const gaps = gapsOf(config, rendered.missing ?? [], mapped.length);
    mapped.push(publicationOf(config, objectOf(rendered.value), gaps));
  }
  return mapped;
}

function gapsOf(config: EndpointConfig, missing: readonly MissingValue[], index: number): MissingMappedValue[] {
  const gaps = missing.map((one) => ({ ...one, item: config.split === null ? null : index }));
  const [first] = gaps;
  if (first && (config.on_missing ?? ON_MISSING_DEFAULT) === 'reject') throw refuseMissing(first, gaps);
  return gaps;
}

function contextsOf({ split }: EndpointConfig, context: TemplateContext): TemplateContext[] {
  if (split === null) return [context];
  const items = valueAt(context['body'] as JsonValue, split);
  const fault = !Array.isArray(items)
    ? `There is no array at ${split} in the body.`
    : items.length === 0
      ? `The array at ${split} is empty.`
      : items.length > ENDPOINT_LIMITS.items
        ? `The array at ${split} has ${items.length} items; ${ENDPOINT_LIMITS.items} are the most.`
        : undefined;
  if (fault !== undefined || !Array.isArray(items)) {
    throw new Refused('mapping_failed', { message: fault ?? '', path: `/${split.replaceAll('.', '/')}` });
  }
  return items.map((item, index) => ({ ...context, item, index }));
}

const objectOf = (value: JsonValue): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

const FLAGS = {
  publish: {},
  record: {},
  draft: { draft: true },
  approval: { requires_approval: true },
} as const satisfies Record<EndpointConfig['mode'], object>;

/** Settings of the endpoint are defaults; targets and publishing mode cannot be mapped. */
function publicationOf(config: EndpointConfig, made: JsonObject, gaps: readonly MissingMappedValue[]): Mapped {
  const { targets: madeTargets, draft: _draft, requires_approval: _approval, ...rest } = made;
  if (rest['content'] === undefined && rest['overrides'] === undefined) throw emptyContent(gaps);

  const isTimed = rest['schedule'] !== undefined || rest['schedule_at'] !== undefined;
  const own = config.dynamic_targets === 'none' || !Array.isArray(madeTargets) ? [] : madeTargets;
  const value = {
    expires_after_seconds: config.expires_after_seconds,
    overflow: config.overflow,
    short_links: config.short_links,
    ...(config.schedule === null || isTimed ? {} : { schedule: config.schedule as unknown as JsonValue }),
    ...rest,
    targets: [...(config.targets as unknown as JsonValue[]), ...own],
    ...FLAGS[config.mode],
  };
  const parsed = parseMapped(PublicationInput, value);
  if (parsed.success) return { input: parsed.data, ownTargetsFrom: config.targets.length, gaps };

  const issues = fieldIssuesOf(parsed.error);
  const isOfTargets = issues.every(({ pointer }) => pointer.startsWith('/targets'));
  throw new Refused(isOfTargets ? 'target_unresolved' : 'content_invalid', {
    message: issues[0]?.message ?? 'The publication is invalid.',
    path: issues[0]?.pointer,
    issues,
  });
}

type Issue = z.core.$ZodIssue;

const fieldIssuesOf = (error: z.ZodError): FieldIssue[] =>
  flatIssues(error.issues).map((issue) => ({
    in: 'body',
    pointer: pointerOf(issue.path),
    code: codeOf(issue),
    message: issue.message,
  }));

const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => pointerPart(String(part).slice(0, 100).toWellFormed())).join('');

function codeOf(issue: Issue): string {
  if (issue.code !== 'custom') return issue.code === 'unrecognized_keys' ? 'unknown_parameter' : issue.code;
  const code: unknown = issue.params?.['code'];
  return typeof code === 'string' ? code : 'invalid';
}

/** A leaf of one output keeps its type, so numbers and booleans are converted where the schema needs text. */
function parseMapped<T>(schema: z.ZodType<T>, value: JsonValue): z.ZodSafeParseResult<T> {
  const first = schema.safeParse(value);
  if (first.success) return first;
  const paths = flatIssues(first.error.issues).flatMap((issue) =>
    issue.code === 'invalid_type' && issue.expected === 'string' ? [issue.path] : [],
  );
  if (paths.length === 0) return first;
  const changed = structuredClone(value);
  const written = paths.filter((path) => writeOut(changed, path));
  return written.length === 0 ? first : schema.safeParse(changed);
}

function writeOut(root: JsonValue, path: readonly PropertyKey[]): boolean {
  let holder: unknown = root;
  for (const part of path.slice(0, -1)) {
    if (typeof holder !== 'object' || holder === null) return false;
    holder = (holder as Record<PropertyKey, unknown>)[part];
  }
  const last = path.at(-1);
  if (typeof holder !== 'object' || holder === null || last === undefined) return false;
  const leaf = (holder as Record<PropertyKey, unknown>)[last];
  if (typeof leaf !== 'number' && typeof leaf !== 'boolean') return false;
  (holder as Record<PropertyKey, unknown>)[last] = String(leaf);
  return true;
}
