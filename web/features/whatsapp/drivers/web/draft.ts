import type { Inputs } from '../../../../trpc';
import type { Instance } from '../../labels';
import { textTable } from '../../text-table';
import { t } from './texts';

export type Web = NonNullable<Instance['web']>;
export type History = Web['sync_history'];

export const HISTORY: Record<History, string> = textTable(['none', 'recent', 'full'], (history) =>
  t(`history_${history}`),
);

export const historyOptions = () => Object.entries(HISTORY).map(([value, label]) => ({ value, label }));

export interface WebDraft {
  name: string;
  /** Not part of `web`: the field is for the person, and a request without it is refused here. */
  hasAcknowledged: boolean;
  web: { client_name: string; sync_history: string };
  proxy: { url: string };
}

export const newDraft = (name: string): WebDraft => ({
  name,
  hasAcknowledged: false,
  web: { client_name: '', sync_history: 'recent' },
  proxy: { url: '' },
});

type Input = Inputs['whatsapp']['instances']['create'];

const isHistory = (value: string): value is History => value in HISTORY;

/** Fields that keep their default are left out. */
export function inputOf({ name, web, proxy }: WebDraft): Input {
  const clientName = web.client_name.trim();
  const url = proxy.url.trim();
  return {
    name: name.trim(),
    driver: 'web',
    web: {
      acknowledge_unofficial: true,
      ...(clientName === '' ? {} : { client_name: clientName }),
      ...(isHistory(web.sync_history) && web.sync_history !== 'recent' ? { sync_history: web.sync_history } : {}),
    },
    ...(url === '' ? {} : { proxy: { url } }),
  };
}

/** Credentials of a proxy do not belong into code that is copied. */
export const sampleOf = (draft: WebDraft): Record<string, unknown> => ({
  ...inputOf(draft),
  ...(draft.proxy.url.trim() === '' ? {} : { proxy: { url: '$PROXY_URL' } }),
});

export const faultsIn = ({ name, hasAcknowledged }: WebDraft): Record<string, string> => ({
  ...(name.trim() === '' ? { name: t('enterName') } : {}),
  ...(hasAcknowledged ? {} : { hasAcknowledged: t('confirmRisks') }),
});
