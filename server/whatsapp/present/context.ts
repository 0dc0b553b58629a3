import type { WorkContext } from '../work-types';

export type PresentContext = Pick<WorkContext, 'config' | 'now' | 'secretKey'>;
