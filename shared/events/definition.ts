import { z } from 'zod';

import type { Scope } from '../access/scopes';
import type { Surface } from '../surfaces';
import type { SelectorName } from '../webhooks/webhooks';

export interface EventDefinition<T extends z.ZodType> {
  surface: Surface;
  /** Tag in the reference. */
  tag: string;
  /** Required to read it and to subscribe to it. */
  scope: Scope;
  label: string;
  summary: string;
  data: T;
  /** Defaults to the schema’s own example. */
  example?: z.output<T>;
  /** Release date of the first version with this event. */
  since?: string;
  /** False for events that only their exact name selects, never a glob. */
  matchedByPatterns?: boolean;
  /** Ids that selectors of webhooks match; an event without ids of a kind matches every selector of that kind. */
  resources?: (data: z.output<T>) => Partial<Record<SelectorName, string[]>>;
  /** `subscribed` events are stored only if they have subscribers or the workspace stores all. */
  storedWhen?: 'always' | 'subscribed';
}

/** Fifteen digits, as in `Last-Event-ID`. */
const MAX_SEQUENCE = 999_999_999_999_999;
export const sequence = () => z.number().int().min(0).max(MAX_SEQUENCE);

const FIRST_RELEASE = '2026-11-21';

export const defineEvent = <T extends z.ZodType>(definition: EventDefinition<T>) => ({
  since: FIRST_RELEASE,
  matchedByPatterns: true,
  storedWhen: 'always' as const,
  ...definition,
});

export const exampleIn = (schema: z.ZodType) => schema.meta()?.['example'] as Record<string, unknown>;
