import type { Outputs } from '../../../trpc';
import type { Tone } from '../../../ui/tag';
import { t } from './texts';

export type ModelCall = Outputs['ai']['requests']['get'];
export type Outcome = ModelCall['outcome'];

export const OUTCOME_TONES: Record<Outcome, Tone> = {
  running: 'info',
  succeeded: 'success',
  client_closed: 'neutral',
  interrupted: 'error',
  failed: 'error',
  refused: 'warning',
  lost: 'error',
};

export const sourceOf = (source: ModelCall['source']): string =>
  source === 'api' ? 'API' : t(source === 'console' ? 'console' : 'rule');

/** Undefined for an exact cost. */
export const costStatusOf = (status: ModelCall['cost_status']): string | undefined =>
  status === 'exact' ? undefined : t(status);
