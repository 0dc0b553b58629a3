/** In a file of its own, since every page loads the routes. */
export const RANGE_NAMES = ['24h', '7d', '30d', '90d'] as const;
export type Range = (typeof RANGE_NAMES)[number];

export const GROUP_NAMES = ['operation', 'key', 'surface', 'status'] as const;
export type Group = (typeof GROUP_NAMES)[number];
