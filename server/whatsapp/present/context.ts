import type { WorkContext } from '../work';

/** What showing an object takes. */
export type PresentContext = Pick<WorkContext, 'config' | 'now' | 'secretKey'>;

export const textOf = (time: Date | null): string | null => time?.toISOString() ?? null;
