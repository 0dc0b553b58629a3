import type { RateLimit } from '../../shared/keys';
import { MAX_WAITING } from '../../shared/limits';
import type { KeyActor } from '../context';
import { addressKey } from './client-address';
import { createFailureBucket, DEAD_LINKS, LEAK_REPORTS, type FailureBucket } from './failure-bucket';
import { createLimiter, createPolicy, type Demand, type LimitResult, type Limiter, type Policy } from './gcra';
import { createSeats, type Seats } from './seats';

const SESSION_POLICY = createPolicy('session', 1200, 60);
const WEBHOOK_TEST_POLICY = createPolicy('webhook_test', 10, 60);
const WEBHOOK_RESEND_POLICY = createPolicy('webhook_resend', 20, 60);
const DOMAIN_CHECK_POLICY = createPolicy('domain_check', 10, 60);
const ANALYTICS_POLICY = createPolicy('analytics', 120, 60);
const PUBLISHABLE = { requests: 60, window_seconds: 60 };

/** What requests wait for. */
export type WaiterKind = 'events' | 'inbound' | 'messages' | 'pairing';

/** Quotas of keys, workspaces and sessions, and the bucket of failures by address. */
export interface Limits {
  failures: FailureBucket;
  /** Dead one-time links that an address looked at. */
  deadLinks: FailureBucket;
  /** Reports of leaked keys by an address. */
  leakReports: FailureBucket;
  /** Open event streams of keys and workspaces. */
  streams: Seats;
  /** A seat of a request that waits, of its kind and workspace: each looks again and again. Undefined when all are taken. */
  takeWaiter(kind: WaiterKind, workspaceId: string): (() => void) | undefined;
  /** Charges the key and its workspace, or neither; `cost` is how many requests it counts as. */
  chargeKey(actor: KeyActor, ip: string, cost?: number): LimitResult;
  chargeSession(sessionId: string, cost?: number): LimitResult;
  /** A test sends a request to somebody else. */
  chargeWebhookTest(webhookId: string): LimitResult;
  /** So does the proof of a link domain. */
  chargeDomainCheck(domainId: string): LimitResult;
  chargeWebhookResend(webhookId: string): LimitResult;
  /** A call of an inbound endpoint, which also counts for its workspace unless a key has been charged for it. */
  chargeInbound(endpoint: { id: string; perMinute: number }, workspace?: { id: string; rate: RateLimit }): LimitResult;
  /** Counting clicks is dear, and answers differ little within a second. */
  chargeAnalytics(keyId: string): LimitResult;
}

/** `processes` counts those that share every quota, this one among them. */
export function createLimits(
  processes: () => number = () => 1,
  limiter: Limiter = createLimiter({ processes }),
  failures = createFailureBucket({ processes }),
): Limits {
  const waiters = createSeats(processes);
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
    deadLinks: createFailureBucket({ processes }, DEAD_LINKS),
    leakReports: createFailureBucket({ processes }, LEAK_REPORTS),
    streams: createSeats(processes),
    takeWaiter: (kind, workspaceId) => waiters.take([{ id: `${kind}/${workspaceId}`, most: MAX_WAITING }]),
    chargeKey(actor, ip, cost) {
      const list = demands(actor);
      if (actor.kind !== 'pk') return limiter.take(list, cost);
      // Anybody can read a publishable key, so one visitor must not use up everybody's quota.
      const visitor = { bucket: `${actor.keyId}/${addressKey(ip)}`, policy: policy('visitor', PUBLISHABLE) };
      return limiter.take([...list, visitor], cost);
    },
    chargeWebhookTest: (webhookId) => limiter.take([{ bucket: webhookId, policy: WEBHOOK_TEST_POLICY }]),
    chargeWebhookResend: (webhookId) =>
      limiter.take([{ bucket: `${webhookId}/resend`, policy: WEBHOOK_RESEND_POLICY }]),
    chargeInbound: ({ id, perMinute }, workspace) =>
      limiter.take([
        { bucket: id, policy: policy('endpoint', { requests: perMinute, window_seconds: 60 }) },
        ...(workspace ? [{ bucket: workspace.id, policy: policy('workspace', workspace.rate) }] : []),
      ]),
    chargeAnalytics: (keyId) => limiter.take([{ bucket: `${keyId}/analytics`, policy: ANALYTICS_POLICY }]),
    chargeDomainCheck: (domainId) => limiter.take([{ bucket: domainId, policy: DOMAIN_CHECK_POLICY }]),
    chargeSession: (sessionId, cost) => limiter.take([{ bucket: sessionId, policy: SESSION_POLICY }], cost),
  };
}
