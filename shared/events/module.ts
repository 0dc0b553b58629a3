// No imports: the contract’s central lists, which are below every schema, import these.

export const EVENT_IDS = { event: 'evt' } as const;

export const EVENT_SCOPES = ['events:read'] as const;

/** Separate, so that the shell of the console can omit them. */
export const EVENT_SCOPE_LABELS = {
  'events:read': 'Read events that the other scopes of the key allow.',
} as const satisfies Record<(typeof EVENT_SCOPES)[number], string>;
