import type { JsonValue } from '../../../shared/automation/json';

export type { JsonValue };

export type TemplateContext = Readonly<Record<string, unknown>>;

const FAILURE_CODES = ['template_error', 'timeout', 'limit'] as const;

export interface TemplateFailure {
  /** JSON Pointer of the template, or `/<index>` of the condition. */
  path: string;
  code: (typeof FAILURE_CODES)[number];
  message: string;
  line: number | null;
  col: number | null;
}

export interface MissingValue {
  /** JSON Pointer of the template in its tree. */
  path: string;
  /** As in the template, such as `body.customer.name`. */
  name: string;
  line: number | null;
  col: number | null;
}

/** `missing` is absent when every output found its value. */
export type Rendered = { ok: true; value: JsonValue; missing?: readonly MissingValue[] } | FailedTemplate;
export type ConditionResult = { ok: true; holds: boolean } | FailedTemplate;

export interface FailedTemplate {
  ok: false;
  failure: TemplateFailure;
}

export interface RenderOptions {
  /** Every leaf becomes text; otherwise a leaf of one output keeps its type. */
  asText?: boolean;
}

/** All conditions must hold. `key` is the caller’s. */
export interface ConditionSet {
  key: string;
  conditions: readonly string[];
}

/** Throws 429 `rate_limited` with too many waiting jobs, 503 `unavailable` when a Worker fails. */
export interface Templates {
  /** Every string of `tree` is a template. An empty result is null. */
  render(workspaceId: string, tree: JsonValue, context: TemplateContext, options?: RenderOptions): Promise<Rendered>;
  /** True for an empty list. */
  holds(workspaceId: string, conditions: readonly string[], context: TemplateContext): Promise<ConditionResult>;
  holdsEach(
    workspaceId: string,
    sets: readonly ConditionSet[],
    context: TemplateContext,
  ): Promise<ReadonlyMap<string, ConditionResult>>;
  stop(): void;
}

export interface TemplateIssue {
  /** JSON Pointer in the tree; empty for a single template. */
  path: string;
  code: 'invalid_template' | 'invalid_condition';
  message: string;
  line: number | null;
  col: number | null;
}
