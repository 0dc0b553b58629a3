import type { HealthCode, StatusReason } from '../../../../shared/whatsapp/instance';
import type { SendError, SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import type { HeaderList } from '../../../egress/types';
import type { HealthNews, News } from '../news';
import { numberOf, recordOf, recordsOf } from './json';

/** Refusals after which the number cannot be used until a person acts. */
const FAILURES: Partial<Record<SendErrorCode, StatusReason>> = {
  token_invalid: 'token_invalid',
  permission_missing: 'permission_missing',
  phone_not_registered: 'phone_not_registered',
  account_locked: 'account_locked',
};

const HOUR_MS = 3_600_000;

/** What limits a number, and for how long it is believed: Meta does not tell when such a limit ends. */
const LIMITS: Partial<Record<SendErrorCode, { code: HealthCode; lastsMs: number }>> = {
  spam_limited: { code: 'spam_limited', lastsMs: 24 * HOUR_MS },
  messaging_limit_reached: { code: 'new_chat_cap', lastsMs: 24 * HOUR_MS },
  billing_problem: { code: 'billing_problem', lastsMs: HOUR_MS },
  // One message in six seconds for each person.
  pair_rate_limited: { code: 'pair_limited', lastsMs: 6000 },
};

/** Why an instance fails with this refusal; undefined where it goes on. */
export const failureReasonOf = (error: SendError): StatusReason | undefined => FAILURES[error.code];

/** What a refusal says of the health of the number. */
export function healthOf(error: SendError, now: Date): HealthNews | undefined {
  const limit = LIMITS[error.code];
  if (limit === undefined) return undefined;
  const { code, lastsMs } = limit;
  const until = new Date(now.getTime() + (error.retry_after_ms ?? lastsMs));
  const providerCode = error.provider === null ? null : String(error.provider.code);
  return { kind: 'health', reason: { code, active: true, until, providerCode } };
}

/** All that a refusal says of the instance itself. */
export function effectsOf(error: SendError, generation: number): News[] {
  const reason = failureReasonOf(error);
  const health = healthOf(error, new Date());
  return [
    ...(reason === undefined ? [] : [{ kind: 'connection', generation, status: 'failed', reason } as const]),
    ...(health === undefined ? [] : [health]),
  ];
}

const USAGE = 'x-business-use-case-usage';
/** The part of a budget, in percent, from which on sending counts as limited. */
const NEARLY_SPENT = 90;
/** Budgets move with the last hour; without a word of Meta’s it is looked at again soon. */
const REGAIN_MINUTES = 5;

/** What `x-business-use-case-usage` says: nothing, unless a budget is nearly spent. */
export function usageNewsOf(headers: HeaderList): HealthNews[] {
  const spent = usageOf(headers.find(([name]) => name === USAGE)?.[1]);
  if (spent === undefined || spent.percent < NEARLY_SPENT) return [];
  const until = new Date(Date.now() + (spent.regainMinutes || REGAIN_MINUTES) * 60_000);
  return [{ kind: 'health', reason: { code: 'local_cap', active: true, until, providerCode: USAGE } }];
}

function usageOf(header: string | undefined): { percent: number; regainMinutes: number } | undefined {
  if (header === undefined) return undefined;
  try {
    const usages = Object.values(recordOf(JSON.parse(header))).flatMap(recordsOf);
    const most = (name: string): number => Math.max(0, ...usages.map((usage) => numberOf(usage[name]) ?? 0));
    const percent = Math.max(most('call_count'), most('total_cputime'), most('total_time'));
    return { percent, regainMinutes: most('estimated_time_to_regain_access') };
  } catch {
    return undefined;
  }
}
