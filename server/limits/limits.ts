import type { RateLimit } from '../../shared/access/keys';
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

export type WaiterKind = 'events' | 'inbound' | 'messages' | 'pairing';

/** Quotas of keys, workspaces and sessions, and failures by address. */
export interface Limits {
  failures: FailureBucket;
  deadLinks: FailureBucket;
  leakReports: FailureBucket;
  streams: Seats;
  /** Reserves a place for a waiting request; undefined when all are in use. Each one polls. */
  takeWaiter(kind: WaiterKind, workspaceId: string): (() => void) | undefined;
  /** Charges the key and its workspace, or neither; `cost` in requests. */
  chargeKey(actor: KeyActor, ip: string, cost?: number): LimitResult;
  chargeSession(sessionId: string, cost?: number): LimitResult;
  /** A test sends a request to a third party. */
  chargeWebhookTest(webhookId: string): LimitResult;
  chargeDomainCheck(domainId: string): LimitResult;
  chargeWebhookResend(webhookId: string): LimitResult;
  /** Also charged to the workspace, unless a key was charged. */
  chargeInbound(endpoint: { id: string; perMinute: number }, workspace?: { id: string; rate: RateLimit }): LimitResult;
  /** Counting clicks is expensive, and results differ little within a second. */
  chargeAnalytics(keyId: string): LimitResult;
}

/** `processes` share every quota, including this one. */
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
      // Publishable keys are public, so one visitor must not use up the whole quota.
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
