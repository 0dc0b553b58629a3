// Apart from `module.ts`, which the first load of the console contains. No imports but from there.
import type { EVENT_SCOPES } from './module';

export const EVENT_SCOPE_LABELS = {
  'events:read': 'Read events that the other scopes of the key allow.',
} as const satisfies Record<(typeof EVENT_SCOPES)[number], string>;
