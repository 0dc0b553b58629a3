// No imports: the contract’s central lists, which are below every schema, import these.

export const AI_IDS = { aiBudget: 'bud' } as const;

export const AI_SCOPES = ['models:read', 'ai:invoke'] as const;
