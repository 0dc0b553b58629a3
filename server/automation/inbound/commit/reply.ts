import type { EndpointConfig } from '../../../../shared/automation/endpoint-config';
import type { InboundAnswer } from '../../../../shared/automation/inbound-request';

export interface InboundReply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export const EMPTY_REPLY: InboundReply = { status: 200, headers: {}, body: null };

/** The configured response takes precedence over the result. */
export function inboundReply({ response }: EndpointConfig, answer: InboundAnswer, waited = false): InboundReply {
  const status = statusOf(response.status, answer, waited);
  if (status === 204) return { status, headers: {}, body: null };
  if (response.body !== null) {
    return { status, headers: { 'Content-Type': `${response.content_type}; charset=utf-8` }, body: response.body };
  }
  return { status, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(answer) };
}

/** Duplicates, filtered requests and pings always count as done. */
function statusOf(chosen: number, { status, reason, duplicate }: InboundAnswer, waited: boolean): number {
  return duplicate || status === 'filtered' || reason === 'ping' || waited ? 200 : chosen;
}
