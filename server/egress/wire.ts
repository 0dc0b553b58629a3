import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';

import { Exchange, poolKey, type ExchangeRequest } from './exchange';
import { Failure, STOPPED } from './failure';
import { ConnectionPool, POOL_LIMITS, type PoolLimits } from './pool';
import type { Proxy } from './proxy';
import { noTimings, WireError, type ExchangeAnswer, type Wire } from './types';

interface WireSettings {
  extraRoots?: string | undefined;
  proxy?: Proxy | undefined;
  pool?: PoolLimits;
}

interface AgentWire extends Wire {
  idleCount(): number;
  inFlight(): number;
}

/** Shared by all connections, made for the first: reading the roots takes a tenth of a second. */
function contextWith(extraRoots: string | undefined): SecureContext {
  const ca = [...rootCertificates, ...(extraRoots === undefined ? [] : [extraRoots])];
  return createSecureContext({ ca, minVersion: 'TLSv1.2' });
}

export function createWire({ extraRoots, proxy, pool: limits = POOL_LIMITS }: WireSettings = {}): AgentWire {
  const pool = new ConnectionPool(limits);
  let context: SecureContext | undefined;
  const options = { secureContext: () => (context ??= contextWith(extraRoots)), proxy };
  const running = new Set<Exchange>();
  let closed = false;

  async function once(order: ExchangeRequest): Promise<ExchangeAnswer> {
    if (closed) throw new WireError('interrupted', { phase: 'connect', detail: STOPPED, timings: noTimings() });
    const exchange = new Exchange(order, pool, options);
    running.add(exchange);
    try {
      return await exchange.answer;
    } catch (error) {
      if (!(error instanceof WireError) || error.code !== 'connection_reset' || !exchange.isStale) throw error;
      if (order.single === true) throw error;
    } finally {
      running.delete(exchange);
    }
    pool.dropIdle(poolKey(order));
    return once(order);
  }

  return {
    send: (target, asked) => once({ ...asked, target, started: performance.now() }),
    post: (target, headers, body, sizes) =>
      once({ target, method: 'POST', headers, body, limits: sizes, started: performance.now() }),
    get: (target, headers, sizes) =>
      once({ target, method: 'GET', headers, limits: sizes, started: performance.now() }),
    close() {
      closed = true;
      for (const exchange of running) {
        exchange.fail(new Failure('interrupted', 'head', STOPPED));
      }
      pool.destroy();
    },
    idleCount: () => pool.idleCount,
    inFlight: () => running.size,
  };
}
