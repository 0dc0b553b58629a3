/** What happens when a template names a value that is not there. */
export const ON_MISSING = ['refuse', 'empty'] as const;
export type OnMissing = (typeof ON_MISSING)[number];

/** Also of configurations that were stored without it. */
export const ON_MISSING_DEFAULT = 'refuse' satisfies OnMissing;
