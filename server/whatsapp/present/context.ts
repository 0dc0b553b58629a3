import type { WorkContext } from '../work-types';

export type PresentContext = Pick<WorkContext, 'config' | 'now' | 'secretKey'>;

export const timeText = (time: Date | null): string | null => time?.toISOString() ?? null;
