import { INBOX } from '../labels';
import { t } from './texts';

interface InboxResponse {
  status: number;
  delayMs: number;
}

const STATUSES = [200, 429, 500, 503, 404, 410] as const;
const DELAYS_MS = [0, 1000, 8000, 20_000] as const;
/** The inbox webhook has the default timeout. */
const TIMEOUT_MS = 15_000;

/** What the inbox can respond with, and another status that the webhook has. */
export const statusOptions = (current: number) =>
  [...new Set([...STATUSES, current])].map((value) => ({ value: String(value), label: statusLabel(value) }));

export const delayOptions = (currentMs: number) =>
  [...new Set([...DELAYS_MS, currentMs])].map((value) => ({ value: String(value), label: delayLabel(value) }));

function statusLabel(status: number): string {
  const known = STATUSES.find((one) => one === status);
  return known === undefined ? String(status) : t(`status${known}`);
}

function delayLabel(ms: number): string {
  if (ms === 0) return t('immediately');
  if (ms % 1000 !== 0) return t('milliseconds', { count: ms });
  return t(ms > TIMEOUT_MS ? 'afterTimeout' : 'after', { count: ms / 1000 });
}

export function responseOf(url: string): InboxResponse {
  const parameters = new URLSearchParams(url.split('?', 2)[1] ?? '');
  return { status: Number(parameters.get('status') ?? 200), delayMs: Number(parameters.get('delay_ms') ?? 0) };
}

/** Default values are left out of the URL. */
export function inboxUrl({ status, delayMs }: InboxResponse): string {
  const parameters = new URLSearchParams({
    ...(status === 200 ? {} : { status: String(status) }),
    ...(delayMs === 0 ? {} : { delay_ms: String(delayMs) }),
  });
  return parameters.size === 0 ? INBOX : `${INBOX}?${parameters.toString()}`;
}
