import { readFileSync } from 'node:fs';

import type { Config } from '../config/config';
import { download } from './download';
import { createGuard, type Guard } from './guard';
import { parseProxy } from './proxy';
import { createTxt } from './txt';
import {
  WireError,
  type ExchangeAnswer,
  type Egress,
  type ExchangeLimits,
  type Purpose,
  type ExchangeTarget,
  type Wire,
} from './types';
import { createWire } from './wire';

const TRY_NEXT = new Set(['connect_refused', 'connect_timeout', 'connect_error']);

export const ATTEMPT_LIMITS = {
  connectMs: 5000,
  headBytes: 16_384,
  readBytes: 65_536,
  collectBytes: 16_384,
  bodyMs: 2000,
} as const satisfies Omit<ExchangeLimits, 'totalMs'>;

type EgressConfig = Pick<
  Config,
  | 'host'
  | 'port'
  | 'baseUrl'
  | 'webhookAllowPrivate'
  | 'webhookAllowHttp'
  | 'whatsappLoopbackGraph'
  | 'egressDns'
  | 'egressProxy'
  | 'egressCaFile'
>;

/** Throws when the file of `EGRESS_CA_FILE` is unreadable or has no certificate. */
export function createEgress(config: EgressConfig): Egress {
  const proxy = config.egressProxy === undefined ? undefined : parseProxy(config.egressProxy);
  const guard = createGuard({
    allowPrivate: config.webhookAllowPrivate,
    allowHttp: config.webhookAllowHttp,
    allowLoopback: config.whatsappLoopbackGraph,
    host: config.host,
    port: config.port,
    baseUrl: config.baseUrl,
    dns: config.egressDns,
    proxied: proxy !== undefined,
  });
  return joinEgress(
    guard,
    createWire({ extraRoots: readRoots(config.egressCaFile), proxy }),
    createTxt(config.egressDns),
  );
}

function readRoots(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const text = readFileSync(file, 'utf8');
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`EGRESS_CA_FILE (${file}) holds no certificate in PEM.`);
  return text;
}

export function joinEgress(guard: Guard, wire: Wire, txt: Egress['txt'] = createTxt()): Egress {
  const checked = async (
    url: string,
    purpose: Purpose,
    limits: ExchangeLimits,
    send: Send,
  ): Promise<ExchangeAnswer> => {
    const started = performance.now();
    const { targets, dnsMs } = await guard.vet(url, purpose);
    const elapsedMs = () => performance.now() - started;

    let last: unknown;
    for (const target of targets) {
      const before = elapsedMs();
      try {
        const answer = await send(target, { ...limits, totalMs: Math.max(1, limits.totalMs - before) });
        Object.assign(answer.timings, whole(answer.timings.firstByteMs, before, dnsMs, elapsedMs()));
        return answer;
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        Object.assign(error.timings, whole(error.timings.firstByteMs, before, dnsMs, elapsedMs()));
        if (!TRY_NEXT.has(error.code) || elapsedMs() >= limits.totalMs) throw error;
        last = error;
      }
    }
    throw last;
  };

  return {
    check: (text, purpose) => guard.check(text, purpose),
    vet: (url, purpose) => guard.vet(url, purpose),
    post: (url, purpose, headers, body, limits) =>
      checked(url, purpose, limits, (target, left) => wire.post(target, headers, body, left)),
    get: (url, headers, limits, onBody) =>
      download(url, headers, limits, (at, sent, left) =>
        checked(at, 'download', left, (target, rest) =>
          onBody === undefined
            ? wire.get(target, sent, rest)
            : wire.send(target, { method: 'GET', headers: sent, limits: rest, onBody }),
        ),
      ),
    probe: (url, headers, limits) =>
      checked(url, 'verification', limits, (target, left) => wire.get(target, headers, left)),
    call: (url, request) =>
      checked(url, 'provider', request.limits, (target, limits) => wire.send(target, { ...request, limits })),
    txt,
    close() {
      wire.close();
      guard.close();
    },
  };
}

type Send = (target: ExchangeTarget, limits: ExchangeLimits) => Promise<ExchangeAnswer>;

/** The wire measures from its own start; the attempt includes name resolution and failed addresses. */
const whole = (firstByteMs: number | null, before: number, dnsMs: number | null, totalMs: number) => ({
  dnsMs,
  firstByteMs: firstByteMs === null ? null : firstByteMs + before,
  totalMs,
});
