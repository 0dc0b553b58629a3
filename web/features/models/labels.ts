import type { ProviderStatus } from '../../../shared/ai/models';
import type { Tone } from '../../ui/tag';
import { t } from './texts';

interface StatusLabel {
  tone: Tone;
  readonly word: string;
}

export const PROVIDER_LABELS: Record<ProviderStatus, StatusLabel> = {
  up: {
    tone: 'success',
    get word() {
      return t('up');
    },
  },
  stale: {
    tone: 'warning',
    get word() {
      return t('stale');
    },
  },
  down: {
    tone: 'error',
    get word() {
      return t('down');
    },
  },
  static: {
    tone: 'neutral',
    get word() {
      return t('static');
    },
  },
};

export const BEING_CHECKED: StatusLabel = {
  tone: 'neutral',
  get word() {
    return t('checking');
  },
};

export const LOCATIONS: Record<'local' | 'cloud', string> = {
  get local() {
    return t('local');
  },
  get cloud() {
    return t('cloud');
  },
};
