import type { Json } from '../../../shared/automation/json';

export type { Json };

/** What templates and conditions read: one object of the roots that their place gives, such as `body` or `event`. */
export type TemplateContext = Readonly<Record<string, unknown>>;

export const FAILURE_CODES = ['template_error', 'timeout', 'limit'] as const;

/** Why nothing came of a tree or of conditions. */
export interface TemplateFailure {
  /** JSON Pointer of the template in its tree, or `/<index>` of the condition in its list. */
  path: string;
  /** The template is wrong for this context; it took too long; or it asked for more than a template may have. */
  code: (typeof FAILURE_CODES)[number];
  message: string;
  /** Where in the template, from 1; null where that is not known. */
  line: number | null;
  col: number | null;
}

/** A value that an output names and the context does not have; nothing was written in its place. */
export interface MissingValue {
  /** JSON Pointer of the template in its tree. */
  path: string;
  /** As the template names it, such as `body.customer.name`. */
  name: string;
  /** Where in the template, from 1. */
  line: number | null;
  col: number | null;
}

/** `missing` is absent where every output found its value. */
export type Rendered =
  | { ok: true; value: Json; missing?: readonly MissingValue[] }
  | { ok: false; failure: TemplateFailure };
export type Held = { ok: true; holds: boolean } | { ok: false; failure: TemplateFailure };

export interface RenderOptions {
  /** Every leaf becomes text; without it a leaf of one output keeps its type. */
  asText?: boolean;
}

/** Conditions that must all hold, by a key of the asker’s. */
export interface ConditionSet {
  key: string;
  conditions: readonly string[];
}

/**
 * Templates and conditions of workspaces, in Workers. Each throws 429 `rate_limited` when too much of the workspace
 * waits, and 503 `unavailable` when the Worker ends for no fault of the template’s, or the process stops.
 */
export interface Templates {
  /** Every string of `tree` is a template. A tree of which nothing remains is null. */
  render(workspaceId: string, tree: Json, context: TemplateContext, options?: RenderOptions): Promise<Rendered>;
  /** Whether all conditions hold; none at all do. */
  holds(workspaceId: string, conditions: readonly string[], context: TemplateContext): Promise<Held>;
  /** As `holds`, for many sets over one context at once; every key has its answer. */
  holdsEach(
    workspaceId: string,
    sets: readonly ConditionSet[],
    context: TemplateContext,
  ): Promise<ReadonlyMap<string, Held>>;
  stop(): void;
}

/** What is wrong with a template or a condition when it is saved. */
export interface TemplateIssue {
  /** JSON Pointer in the tree; empty for a single template or condition. */
  path: string;
  code: 'invalid_template' | 'invalid_condition';
  message: string;
  /** From 1; null where that is not known. */
  line: number | null;
  col: number | null;
}
