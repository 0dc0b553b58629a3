import { HOUR_MS, MINUTE_MS } from '../../../../shared/durations';
import type { HealthCode, StatusReason } from '../../../../shared/whatsapp/instance';
import type { SendError, SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import type { HeaderList } from '../../../egress/types';
import { parseObject, asObjects } from '../../../json-object';
import type { DriverHealthEvent, DriverEvent } from '../driver-events';
import { numberOf } from './json';

const FAILURES: Partial<Record<SendErrorCode, StatusReason>> = {
  token_invalid: 'token_invalid',
  permission_missing: 'permission_missing',
  phone_not_registered: 'phone_not_registered',
  account_locked: 'account_locked',
};

/** Health reasons with an assumed duration, since Meta does not report their end. */
const LIMITS: Partial<Record<SendErrorCode, { code: HealthCode; lastsMs: number }>> = {
  spam_limited: { code: 'spam_limited', lastsMs: 24 * HOUR_MS },
  messaging_limit_reached: { code: 'new_chat_limit', lastsMs: 24 * HOUR_MS },
  billing_problem: { code: 'billing_problem', lastsMs: HOUR_MS },
  // One message in six seconds per person.
  pair_rate_limited: { code: 'pair_limited', lastsMs: 6000 },
};

export const failureReasonOf = (error: SendError): StatusReason | undefined => FAILURES[error.code];

export function healthOf(error: SendError, now: Date): DriverHealthEvent | undefined {
  const limit = LIMITS[error.code];
  if (limit === undefined) return undefined;
  const { code, lastsMs } = limit;
  const until = new Date(now.getTime() + (error.retry_after_ms ?? lastsMs));
  const providerCode = error.provider === null ? null : String(error.provider.code);
  return { kind: 'health', reason: { code, active: true, until, providerCode } };
}

export function effectsOf(error: SendError, generation: number): DriverEvent[] {
  const reason = failureReasonOf(error);
  const health = healthOf(error, new Date());
  return [
    ...(reason === undefined ? [] : [{ kind: 'connection', generation, status: 'failed', reason } as const]),
    ...(health === undefined ? [] : [health]),
  ];
}

const USAGE = 'x-business-use-case-usage';
/** Percentage of a budget from which sending counts as limited. */
const NEARLY_SPENT = 90;
/** Without information by Meta a limited budget is checked again after this time. */
const REGAIN_MINUTES = 5;

/** Reads `x-business-use-case-usage`; empty unless a budget is nearly used up. */
export function usageEventsOf(headers: HeaderList): DriverHealthEvent[] {
  const spent = usageOf(headers.find(([name]) => name === USAGE)?.[1]);
  if (spent.percent < NEARLY_SPENT) return [];
  const until = new Date(Date.now() + (spent.regainMinutes || REGAIN_MINUTES) * MINUTE_MS);
  return [{ kind: 'health', reason: { code: 'local_limit', active: true, until, providerCode: USAGE } }];
}

function usageOf(header = ''): { percent: number; regainMinutes: number } {
  const usages = Object.values(parseObject(header) ?? {}).flatMap(asObjects);
  const highest = (name: string): number => Math.max(0, ...usages.map((usage) => numberOf(usage[name]) ?? 0));
  const percent = Math.max(highest('call_count'), highest('total_cputime'), highest('total_time'));
  return { percent, regainMinutes: highest('estimated_time_to_regain_access') };
}
