// Apart from `module.ts`, which the first load of the console contains. No imports but from there.
import type { AI_SCOPES } from './module';

export const AI_SCOPE_LABELS = {
  'models:read': 'List the AI models of the workspace.',
  'ai:invoke': 'Call AI models.',
} as const satisfies Record<(typeof AI_SCOPES)[number], string>;
