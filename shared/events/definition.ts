import type { z } from 'zod';

import type { Scope } from '../access/scopes';
import type { Surface } from '../surfaces';
import type { SelectorName } from '../webhooks/webhooks';

export interface EventDefinition<T extends z.ZodType> {
  surface: Surface;
  /** Tag of the reference under which it stands. */
  tag: string;
  /** Needed to read it and to subscribe to it. */
  scope: Scope;
  label: string;
  summary: string;
  data: T;
  /** An object as `data` holds it; absent when the schema’s own example serves. */
  example?: z.output<T>;
  /** Day of the release that brought it. */
  since?: string;
  /** False: only by exact name, never through a glob. */
  inGlobs?: boolean;
  /** Ids by which a webhook may narrow it; an event without any of a kind is not narrowed by that kind. */
  resources?: (data: z.output<T>) => Partial<Record<SelectorName, string[]>>;
  /** `subscribed`: kept only while somebody subscribes to it, or the workspace keeps all. */
  record?: 'always' | 'subscribed';
}

const FIRST_RELEASE = '2026-11-21';

export const defineEvent = <T extends z.ZodType>(definition: EventDefinition<T>) => ({
  since: FIRST_RELEASE,
  inGlobs: true,
  record: 'always' as const,
  ...definition,
});

export const exampleIn = (schema: z.ZodType) => schema.meta()?.['example'] as Record<string, unknown>;
