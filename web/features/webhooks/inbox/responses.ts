import { INBOX } from '../labels';

interface InboxResponse {
  status: number;
  delayMs: number;
}

export const RESPONSE_STATUSES = [
  { value: '200', label: '200: accepted' },
  { value: '429', label: '429: too many requests' },
  { value: '500', label: '500: failed' },
  { value: '503', label: '503: not available, is retried' },
  { value: '404', label: '404: not found, is retried' },
  { value: '410', label: '410: gone, disables the webhook' },
] as const;

export const RESPONSE_DELAYS = [
  { value: '0', label: 'At once' },
  { value: '1000', label: 'After 1 s' },
  { value: '8000', label: 'After 8 s' },
  { value: '20000', label: 'After 20 s: times out' },
] as const;

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
