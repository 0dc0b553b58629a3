import { retryAfterSeconds } from '../../../egress/retry-after';
import {
  WireError,
  type ExchangeAnswer,
  type Egress,
  type HeaderList,
  type ExchangeLimits,
  type StreamedBody,
} from '../../../egress/types';
import { isJsonObject, type JsonObject } from '../../../json-object';
import { faultOf, type GraphFault } from './errors';
import { readNotified } from './notified-json';

interface GraphAccess {
  baseUrl: string;
  graphVersion: string;
  accessToken: string;
}

export interface GraphCall {
  method: 'GET' | 'POST' | 'DELETE';
  path: readonly string[];
  query?: Record<string, string>;
  body?: JsonObject | { contentType: string; content: StreamedBody };
  /** 20 s when absent. */
  totalMs?: number;
}

/** `not_sent`: no byte was sent. `unknown`: sent without a usable answer. */
export type GraphResult =
  | { outcome: 'ok'; body: JsonObject; headers: HeaderList }
  | {
      outcome: 'refused';
      status: number;
      fault: GraphFault | null;
      retryAfterMs: number | null;
      headers: HeaderList;
    }
  | { outcome: 'not_sent'; reason: string }
  | { outcome: 'unknown'; reason: 'timeout' | 'cut' | 'no_graph_body'; status: number | null };

export interface Graph {
  /** Does not reject for network or Meta errors, and never follows redirects. */
  call: (access: GraphAccess, call: GraphCall) => Promise<GraphResult>;
  /** The token is only sent to the base host and to Meta's media host. */
  read: (access: GraphAccess, url: string, reading: Reading) => Promise<ReadResult>;
}

interface Reading {
  maxBytes: number;
  take: (chunk: Uint8Array) => Promise<void>;
}

export type ReadResult =
  | { outcome: 'ok'; bytes: number }
  | { outcome: 'failed'; status: number | null; reason: string };

const MEDIA_HOST = 'lookaside.fbsbx.com';
const TOTAL_MS = 20_000;
const READ_MS = 300_000;
const USER_AGENT = 'Switchboard/1.0';
const LIMITS = { connectMs: 5000, headBytes: 32_768, readBytes: 8_388_608, collectBytes: 8_388_608 } as const;

export function createGraph(egress: Pick<Egress, 'call'>): Graph {
  return {
    async call(access, call) {
      const { contentType, content } = bodyOf(call.body);
      const headers: HeaderList = [
        ['authorization', `Bearer ${access.accessToken}`],
        ['accept', 'application/json'],
        ['user-agent', USER_AGENT],
        ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
      ];
      const totalMs = call.totalMs ?? TOTAL_MS;
      const limits: ExchangeLimits = { ...LIMITS, totalMs, bodyMs: totalMs };
      try {
        // Requests with effects are never resent, not even by the connection.
        const request = { method: call.method, headers, body: content, limits, single: call.method === 'POST' };
        return resultOf(await egress.call(addressOf(access, call), request), access.accessToken);
      } catch (error) {
        return failureOf(error);
      }
    },

    async read(access, url, { maxBytes, take }) {
      const headers: HeaderList = [
        ['user-agent', USER_AGENT],
        ...(mayCarryToken(access, url) ? [['authorization', `Bearer ${access.accessToken}`] as const] : []),
      ];
      const limits: ExchangeLimits = { ...LIMITS, totalMs: READ_MS, bodyMs: READ_MS, readBytes: maxBytes };
      try {
        const answer = await egress.call(url, { method: 'GET', headers, limits, onBody: take });
        if (answer.status !== 200) return { outcome: 'failed', status: answer.status, reason: 'http_status' };
        if (answer.bodyBytes > maxBytes) return { outcome: 'failed', status: 200, reason: 'too_large' };
        if (answer.incomplete) return { outcome: 'failed', status: 200, reason: 'incomplete' };
        return { outcome: 'ok', bytes: answer.bodyBytes };
      } catch (error) {
        if (error instanceof WireError) return { outcome: 'failed', status: null, reason: error.code };
        throw error;
      }
    },
  };
}

function addressOf({ baseUrl, graphVersion }: GraphAccess, { path, query = {} }: GraphCall): string {
  const search = new URLSearchParams(query).toString();
  const below = [graphVersion, ...path].map(encodeURIComponent).join('/');
  return `${baseUrl}/${below}${search === '' ? '' : `?${search}`}`;
}

function bodyOf(body: GraphCall['body']): { contentType?: string; content?: Uint8Array | StreamedBody } {
  if (body === undefined) return {};
  if (isStreamed(body)) return body;
  return { contentType: 'application/json', content: new TextEncoder().encode(JSON.stringify(body)) };
}

const isStreamed = (body: NonNullable<GraphCall['body']>): body is { contentType: string; content: StreamedBody } =>
  typeof body['contentType'] === 'string' && isJsonObject(body['content']);

function mayCarryToken({ baseUrl }: GraphAccess, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === new URL(baseUrl).origin || url.origin === `https://${MEDIA_HOST}`;
}

/** A proxy may answer 408 after passing the request on, so this status proves nothing. */
const REQUEST_TIMEOUT = 408;

function resultOf(answer: ExchangeAnswer, token: string): GraphResult {
  const { status, headers } = answer;
  const body = answer.incomplete || answer.truncated ? undefined : parsed(answer.body, token);
  const fault = faultOf(body?.['error']);
  if (fault !== undefined || (status >= 300 && status < 500 && status !== REQUEST_TIMEOUT)) {
    const header = headers.find(([name]) => name === 'retry-after')?.[1];
    const seconds = retryAfterSeconds(header, new Date());
    return { outcome: 'refused', status, fault: fault ?? null, retryAfterMs: seconds && seconds * 1000, headers };
  }
  if (body !== undefined && status < 300) return { outcome: 'ok', body, headers };
  return { outcome: 'unknown', reason: answer.incomplete ? 'cut' : 'no_graph_body', status };
}

/** Meta repeats invalid tokens, so the token is removed from the answer before anything is stored. */
function parsed(bytes: Uint8Array, token: string): JsonObject | undefined {
  try {
    const text = new TextDecoder().decode(bytes);
    const value = readNotified(token.length < 8 ? text : text.replaceAll(token, '[redacted]'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function failureOf(error: unknown): GraphResult {
  if (!(error instanceof WireError)) throw error;
  if (error.phase !== 'head') return { outcome: 'not_sent', reason: error.code };
  return { outcome: 'unknown', reason: error.code === 'timeout' ? 'timeout' : 'cut', status: null };
}
