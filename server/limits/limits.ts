import type { KeyActor } from '../context';
import { addressKey } from './client-address';
import { createFailureBucket, DEAD_LINKS, LEAK_REPORTS, type FailureBucket } from './failure-bucket';
import { createLimiter, createPolicy, type Demand, type LimitResult, type Limiter, type Policy } from './gcra';
import { createSeats, type Seats } from './seats';

const SESSION_POLICY = createPolicy('session', 1200, 60);
const WEBHOOK_TEST_POLICY = createPolicy('webhook_test', 10, 60);
const PUBLISHABLE = { requests: 60, window_seconds: 60 };

/** Quotas of keys, workspaces and sessions, and the bucket of failures by address. */
export interface Limits {
  failures: FailureBucket;
  /** Dead one-time links that an address looked at. */
  deadLinks: FailureBucket;
  /** Reports of leaked keys by an address. */
  leakReports: FailureBucket;
  /** Open event streams of keys and workspaces. */
  streams: Seats;
  /** Charges the key and its workspace, or neither. */
  chargeKey(actor: KeyActor, ip: string): LimitResult;
  chargeSession(sessionId: string): LimitResult;
  /** A test sends a request to somebody else. */
  chargeWebhookTest(webhookId: string): LimitResult;
}

export function createLimits(limiter: Limiter = createLimiter(), failures = createFailureBucket()): Limits {
  const policies = new Map<string, Policy>();
  const demandsOf = new WeakMap<KeyActor, Demand[]>();

  const policy = (name: string, rate: { requests: number; window_seconds: number }): Policy => {
    const id = `${name}/${rate.requests}/${rate.window_seconds}`;
    let found = policies.get(id);
    if (!found) policies.set(id, (found = createPolicy(name, rate.requests, rate.window_seconds)));
    return found;
  };

  const demands = (actor: KeyActor): Demand[] => {
    let list = demandsOf.get(actor);
    if (!list) {
      list = [
        { bucket: actor.keyId, policy: policy('key', actor.rateLimit) },
        { bucket: actor.workspaceId, policy: policy('workspace', actor.workspaceRateLimit) },
      ];
      demandsOf.set(actor, list);
    }
    return list;
  };

  return {
    failures,
    deadLinks: createFailureBucket({}, DEAD_LINKS),
    leakReports: createFailureBucket({}, LEAK_REPORTS),
    streams: createSeats(),
    chargeKey(actor, ip) {
      const list = demands(actor);
      if (actor.kind !== 'pk') return limiter.take(list);
      // Anybody can read a publishable key, so one visitor must not use up everybody's quota.
      const visitor = { bucket: `${actor.keyId}/${addressKey(ip)}`, policy: policy('visitor', PUBLISHABLE) };
      return limiter.take([...list, visitor]);
    },
    chargeWebhookTest: (webhookId) => limiter.take([{ bucket: webhookId, policy: WEBHOOK_TEST_POLICY }]),
    chargeSession: (sessionId) => limiter.take([{ bucket: sessionId, policy: SESSION_POLICY }]),
  };
}
