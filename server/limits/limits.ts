import type { RateLimit } from '../../shared/access/keys';
import { MAX_WAITING } from '../../shared/limits';
import type { KeyActor, RequestOrigin } from '../actor';
import { addressKey } from './client-address';
import { createFailureBucket, DEAD_LINKS, LEAK_REPORTS, type FailureBucket } from './failure-bucket';
import { createLimiter, createRatePolicy, type Demand, type LimitResult, type Limiter, type RatePolicy } from './gcra';
import { createSeats, type Seats } from './seats';

const SESSION_POLICY = createRatePolicy('session', 1200, 60);
const WEBHOOK_TEST_POLICY = createRatePolicy('webhook_test', 10, 60);
const WEBHOOK_RESEND_POLICY = createRatePolicy('webhook_resend', 20, 60);
const DOMAIN_CHECK_POLICY = createRatePolicy('domain_check', 10, 60);
const ANALYTICS_POLICY = createRatePolicy('analytics', 120, 60);
const PUBLISHABLE = { requests: 60, window_seconds: 60 };

type WaiterKind = 'events' | 'inbound' | 'messages' | 'pairing';

export interface Limits {
  failures: FailureBucket;
  deadLinks: FailureBucket;
  leakReports: FailureBucket;
  streams: Seats;
  /** Undefined when all seats are taken. Limited because each waiting request polls. */
  takeWaiter(kind: WaiterKind, workspaceId: string): (() => void) | undefined;
  /** Charges the key and its workspace, or neither; `cost` in requests. */
  chargeKey(actor: KeyActor, origin: Pick<RequestOrigin, 'ip'>, cost?: number): LimitResult;
  chargeSession(sessionId: string, cost?: number): LimitResult;
  chargeWebhookTest(webhookId: string): LimitResult;
  chargeDomainCheck(domainId: string): LimitResult;
  chargeWebhookResend(webhookId: string): LimitResult;
  chargeInbound(endpoint: { id: string; perMinute: number }, workspace?: { id: string; rate: RateLimit }): LimitResult;
  chargeAnalytics(keyId: string): LimitResult;
}

export function createLimits(
  processes: () => number = () => 1,
  limiter: Limiter = createLimiter({ processes }),
  failures = createFailureBucket({ processes }),
): Limits {
  const waiters = createSeats(processes);
  const policies = new Map<string, RatePolicy>();
  const demandsOf = new WeakMap<KeyActor, Demand[]>();

  const policy = (name: string, rate: { requests: number; window_seconds: number }): RatePolicy => {
    const id = `${name}/${rate.requests}/${rate.window_seconds}`;
    let found = policies.get(id);
    if (!found) policies.set(id, (found = createRatePolicy(name, rate.requests, rate.window_seconds)));
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
    takeWaiter: (kind, workspaceId) => waiters.take([{ id: `${kind}/${workspaceId}`, max: MAX_WAITING }]),
    chargeKey(actor, origin, cost) {
      const list = demands(actor);
      if (actor.kind !== 'pk') return limiter.take(list, cost);
      // Publishable keys are public, so one visitor must not use up the whole quota.
      const visitor = { bucket: `${actor.keyId}/${addressKey(origin.ip)}`, policy: policy('visitor', PUBLISHABLE) };
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
