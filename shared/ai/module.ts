// No imports: the contract’s central lists, which are below every schema, import these.

export const AI_SCOPES = ['models:read', 'ai:invoke'] as const;

/** Separate, so that the shell of the console can omit them. */
export const AI_SCOPE_LABELS = {
  'models:read': 'List the AI models of the workspace.',
  'ai:invoke': 'Call AI models.',
} as const satisfies Record<(typeof AI_SCOPES)[number], string>;
