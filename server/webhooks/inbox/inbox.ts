import { INBOX_URL } from '../../../shared/webhooks/webhooks';
import { WireError, type ExchangeAnswer, type Egress, type HeaderList, type ExchangeLimits } from '../../egress/types';

const DEFAULT_STATUS = 200;
export const MAX_INBOX_DELAY_MS = 30_000;

interface InboxOptions {
  status: number;
  delayMs: number;
}

/** `switchboard://inbox?status=&delay_ms=`. Undefined for any other URL or invalid parameters. */
export function parseInbox(url: string): InboxOptions | undefined {
  const [address, query = ''] = url.split('?', 2);
  if (address !== INBOX_URL) return undefined;
  const parameters = new URLSearchParams(query);
  const status = Number(parameters.get('status') ?? DEFAULT_STATUS);
  const delayMs = Number(parameters.get('delay_ms') ?? 0);
  if (!Number.isInteger(status) || status < 200 || status > 599) return undefined;
  if (!Number.isInteger(delayMs) || delayMs < 0 || delayMs > MAX_INBOX_DELAY_MS) return undefined;
  return { status, delayMs };
}

export type PostRequest = Egress['post'];

/** The inbox is answered in process. */
export function withInbox(post: PostRequest): PostRequest {
  return async (url, purpose, headers, body, limits) => {
    const inbox = parseInbox(url);
    return inbox === undefined ? post(url, purpose, headers, body, limits) : answerInbox(inbox, headers, body, limits);
  };
}

async function answerInbox(
  inbox: InboxOptions,
  headers: HeaderList,
  body: Uint8Array,
  limits: ExchangeLimits,
): Promise<ExchangeAnswer> {
  const totalMs = Math.min(inbox.delayMs, limits.totalMs);
  if (totalMs > 0) await Bun.sleep(totalMs);
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs };
  if (inbox.delayMs > limits.totalMs) {
    throw new WireError('timeout', { phase: 'head', detail: 'The inbox is set to respond later.', timings });
  }

  const id = headers.find(([name]) => name === 'webhook-id')?.[1] ?? null;
  const answer = new TextEncoder().encode(JSON.stringify({ received: id, bytes: body.length }));
  return {
    status: inbox.status,
    headers: [['content-type', 'application/json']],
    body: answer,
    bodyBytes: answer.length,
    truncated: false,
    incomplete: false,
    timings: { ...timings, firstByteMs: totalMs },
    remoteIp: null,
    reused: false,
    isPrivate: false,
  };
}
