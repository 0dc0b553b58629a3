export type Evidence =
  /** A receipt, a message, or the acknowledgement of one. Answers to pings do not count: the edge sends them. */
  'traffic' | 'unacknowledged_send' | 'probe_answered' | 'probe_unanswered';

export interface Liveness {
  /** Sends without acknowledgement since there was traffic. */
  unacknowledged: number;
  reconnectedAt: number | null;
}

export const LIVE: Liveness = { unacknowledged: 0, reconnectedAt: null };

/** An answered probe proves the connection, not the delivery of messages. */
const MAX_UNACKNOWLEDGED = 3;

/** Probes, then reconnects; gives up if it already reconnected within `windowMs`. */
export function evaluateLiveness(
  { unacknowledged, reconnectedAt }: Liveness,
  evidence: Evidence,
  now: number,
  windowMs: number,
): { liveness: Liveness; step: 'none' | 'probe' | 'reconnect' | 'give_up' } {
  const wasReconnected = reconnectedAt !== null && now - reconnectedAt < windowMs;
  const noTraffic = () => ({
    liveness: { unacknowledged: 0, reconnectedAt: now },
    step: wasReconnected ? ('give_up' as const) : ('reconnect' as const),
  });

  switch (evidence) {
    case 'traffic':
      return { liveness: LIVE, step: 'none' };
    case 'unacknowledged_send':
      if (unacknowledged + 1 >= MAX_UNACKNOWLEDGED) return noTraffic();
      return { liveness: { unacknowledged: unacknowledged + 1, reconnectedAt }, step: 'probe' };
    case 'probe_answered':
      return { liveness: { unacknowledged, reconnectedAt }, step: 'none' };
    case 'probe_unanswered':
    default:
      return noTraffic();
  }
}
