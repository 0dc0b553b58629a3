/** In a file of its own, since every page loads the routes. */
export const RANGE_NAMES = ['7d', '30d', '90d', '1y'] as const;
export type Range = (typeof RANGE_NAMES)[number];

export const GROUP_NAMES = ['model', 'key'] as const;
export type Group = (typeof GROUP_NAMES)[number];

export const MEASURE_NAMES = ['cost', 'tokens', 'calls'] as const;
export type MeasureName = (typeof MEASURE_NAMES)[number];

export const OUTCOME_NAMES = [
  'running',
  'succeeded',
  'client_closed',
  'interrupted',
  'failed',
  'refused',
  'lost',
] as const;
