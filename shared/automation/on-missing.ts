export const ON_MISSING = ['reject', 'empty'] as const;
export type OnMissing = (typeof ON_MISSING)[number];

/** Also applies to stored configurations without the setting. */
export const ON_MISSING_DEFAULT = 'reject' satisfies OnMissing;
