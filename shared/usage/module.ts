// No imports: the contract’s central lists, which are below every schema, import these.

export const USAGE_IDS = { request: 'req' } as const;

export const USAGE_SCOPES = ['usage:read'] as const;

/** Separate, so that the shell of the console can omit them. */
export const USAGE_SCOPE_LABELS = {
  'usage:read': 'Read usage and the request log.',
} as const satisfies Record<(typeof USAGE_SCOPES)[number], string>;
