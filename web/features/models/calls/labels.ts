import type { Outputs } from '../../../trpc';
import type { Tone } from '../../../ui/tag';

export type ModelCall = Outputs['ai']['requests']['get'];

export const OUTCOMES: Record<ModelCall['outcome'], { tone: Tone; word: string; text: string }> = {
  running: { tone: 'info', word: 'Running', text: 'The call is running.' },
  succeeded: { tone: 'success', word: 'Succeeded', text: 'The model answered.' },
  client_closed: {
    tone: 'neutral',
    word: 'Stopped by caller',
    text: 'The caller closed the connection before the end. What was generated until then is charged.',
  },
  interrupted: {
    tone: 'error',
    word: 'Interrupted',
    text: 'The stream of the provider ended early. What was generated until then is charged.',
  },
  failed: { tone: 'error', word: 'Failed', text: 'The provider did not answer, or answered with an error.' },
  refused: { tone: 'warning', word: 'Refused', text: 'The request was refused. It cost nothing.' },
  lost: { tone: 'error', word: 'Lost', text: 'The server stopped during the call. Its tokens are unknown.' },
};

export const SOURCES: Record<ModelCall['source'], string> = { api: 'API', console: 'Console', automation: 'Rule' };

export const COST_STATUSES: Record<ModelCall['cost_status'], string | undefined> = {
  exact: undefined,
  estimated: 'Estimate',
  price_unknown: 'Price unknown',
};
