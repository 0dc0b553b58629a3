import type { ProviderStatus } from '../../../shared/ai/models';
import type { Tone } from '../../ui/tag';

export const PROVIDER_LABELS: Record<ProviderStatus, { tone: Tone; word: string }> = {
  up: { tone: 'success', word: 'Up' },
  stale: { tone: 'warning', word: 'Failing' },
  down: { tone: 'error', word: 'Down' },
  static: { tone: 'neutral', word: 'Fixed list' },
};

export const BEING_CHECKED: { tone: Tone; word: string } = { tone: 'neutral', word: 'Being asked' };

export const LOCATIONS = { local: 'Local', cloud: 'Cloud' } as const;
