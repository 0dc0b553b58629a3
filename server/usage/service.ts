import { DAY_MS, HOUR_MS } from '../../shared/durations';
import {
  MAX_USAGE_POINTS,
  STATUS_CLASSES,
  type GetKeyUsage,
  type GetUsage,
  type Usage,
} from '../../shared/usage/usage';
import { type AccessContext, getKey } from '../access';
import { ApiError } from '../errors';
import type { UsageContext } from './context';
import { readUsage, startOf, UNIT_MS } from './queries/usage';

const DEFAULT_RANGE_MS = { minute: HOUR_MS, hour: DAY_MS, day: 30 * DAY_MS, total: 30 * DAY_MS };
const HOURLY_RETENTION_MS = 90 * DAY_MS;

const tooMany = (): ApiError =>
  new ApiError(
    'unprocessable',
    `The response would have more than ${MAX_USAGE_POINTS} points. Request a shorter period, a longer granularity or fewer groups.`,
  );

/** Throws 422 for too many points. */
export async function getUsage(ctx: UsageContext, input: GetUsage): Promise<Usage> {
  const { granularity, group_by } = input;
  const to = input.to === undefined ? ctx.now() : new Date(input.to);
  const asked =
    input.from === undefined ? new Date(to.getTime() - DEFAULT_RANGE_MS[granularity]) : new Date(input.from);
  const isTotal = granularity === 'total';
  const areHoursKept = asked.getTime() > ctx.now().getTime() - HOURLY_RETENTION_MS;
  const unit = isTotal ? (areHoursKept ? 'hour' : 'day') : granularity;
  const from = startOf(unit, asked.getTime());
  if (from >= to) throw new ApiError('unprocessable', '`from` must be earlier than `to`.');
  if (!isTotal && (to.getTime() - from.getTime()) / UNIT_MS[unit] > MAX_USAGE_POINTS) throw tooMany();

  const rows = await readUsage(ctx.store, {
    workspaceId: ctx.workspaceId,
    keyId: input.key_id,
    unit,
    from,
    to,
    by: {
      bucket: !isTotal,
      key: group_by.includes('key'),
      surface: group_by.includes('surface'),
      operation: group_by.includes('operation'),
      status: group_by.includes('status'),
    },
    limit: MAX_USAGE_POINTS + 1,
  });
  if (rows.length > MAX_USAGE_POINTS) throw tooMany();

  return {
    from: from.toISOString(),
    to: to.toISOString(),
    granularity,
    group_by: [...new Set(group_by)],
    data: rows.map((row) => ({
      starts_at: (row.bucket ?? from).toISOString(),
      key_id: row.keyId || null,
      surface: row.surface,
      operation_id: row.operationId,
      status_class: row.statusClass === null ? null : (STATUS_CLASSES[row.statusClass - 1] ?? null),
      requests: row.requests,
      errors_4xx: row.errors4xx,
      errors_5xx: row.errors5xx,
      rate_limited: row.rateLimited,
      duration_ms_sum: row.durationMsSum,
      duration_ms_max: row.durationMsMax,
    })),
  };
}

/** Throws 404 for a key of another workspace. */
export async function getKeyUsage(ctx: UsageContext & AccessContext, input: GetKeyUsage): Promise<Usage> {
  await getKey(ctx, { key_id: input.key_id });
  return getUsage(ctx, input);
}
