import { and, isNull, sql } from 'drizzle-orm';

import { WEEK_SECONDS } from '../../../shared/durations';
import { HIDDEN_VALUE, INBOX_URL, type WebhookRetry, type WebhookSelectors } from '../../../shared/webhooks/webhooks';
import { lockWorkspace, requireRelated } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { requireQuota } from '../../limits/quota';
import type { WebhooksContext } from '../context';
import { MAX_INBOX_DELAY_MS } from '../inbox/inbox';
import { webhooks, type WebhookRow } from '../schema';
import { isVisibleWebhook } from './patterns';
import { isInbox } from './receiver-kind';

/** Throws 404, also when the webhook gets events that the caller cannot read. */
export async function requireWebhook(
  ctx: Pick<WebhooksContext, 'actor'>,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean } = {},
): Promise<WebhookRow> {
  const row = await db.require(webhooks, id, options);
  if (row.deletedAt || !isVisibleWebhook(ctx, row)) throw new ApiError('not_found');
  return row;
}

/** Like `requireWebhook`, for a webhook that the input refers to: 422 `related_not_found`. */
export async function requireRelatedWebhook(
  ctx: Pick<WebhooksContext, 'actor'>,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean; in?: 'body' | 'query' } = {},
): Promise<WebhookRow> {
  try {
    return await requireWebhook(ctx, db, id, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    const message = 'The webhook does not exist in this workspace.';
    const issue = { in: options.in ?? 'body', pointer: '/webhook_id', code: 'related_not_found', message } as const;
    throw new ApiError('related_not_found', { detail: message, errors: [issue] });
  }
}

/** Returns the normalised URL. Throws 422 `unprocessable`. */
export function requireUrl(ctx: Pick<WebhooksContext, 'egress'>, url: string): string {
  if (url.startsWith('switchboard:')) return requireInboxUrl(url);
  const check = ctx.egress.check(url, 'webhook');
  if (check.ok) return check.href;
  throw fieldError('unprocessable', '/url', check.code, check.reason);
}

const invalidUrl = (message: string): ApiError => fieldError('unprocessable', '/url', 'invalid_url', message);

function requireInboxUrl(url: string): string {
  if (!isInbox(url))
    throw invalidUrl(`Must be ${INBOX_URL} for the built-in inbox, with only status and delay_ms as parameters.`);
  const parameters = new URLSearchParams(url.slice(INBOX_URL.length + 1));
  for (const [name, value] of parameters) {
    const limits = name === 'status' ? [200, 599] : name === 'delay_ms' ? [0, MAX_INBOX_DELAY_MS] : undefined;
    if (!limits)
      throw invalidUrl(
        `Must not have the parameter ${name.slice(0, 40)}. The built-in inbox accepts status and delay_ms.`,
      );
    const [minimum = 0, maximum = 0] = limits;
    if (!/^\d{1,5}$/.test(value) || Number(value) < minimum || Number(value) > maximum) {
      throw invalidUrl(`Must have a number from ${minimum} to ${maximum} as ${name}.`);
    }
  }
  return parameters.size > 0 ? `${INBOX_URL}?${parameters.toString()}` : INBOX_URL;
}

/** Throws 422 unless the time is in the future. */
export function requireFuture(requested: string | null | undefined, now: Date): Date | null {
  if (requested === null || requested === undefined) return null;
  const end = new Date(requested);
  if (end > now) return end;
  throw fieldError('unprocessable', '/expires_at', 'out_of_range', 'Must be in the future.');
}

/** A custom schedule may last a week. Throws 422. */
export function requireRetry<T extends WebhookRetry | undefined>(retry: T): T {
  const seconds = retry?.delays_seconds?.reduce((sum, delay) => sum + delay, 0) ?? 0;
  if (seconds <= WEEK_SECONDS) return retry;
  throw fieldError('unprocessable', '/retry/delays_seconds', 'out_of_range', 'Must have a sum of at most one week.');
}

const headerError = (name: string, code: 'duplicate' | 'required', message: string): ApiError =>
  fieldError('unprocessable', `/headers/${name.replaceAll('~', '~0')}`, code, message);

/** A masked value keeps the current one. Throws 422 without a current one, and for a repeated name. */
export function headersOf(given: Record<string, string>, current: Record<string, string> = {}): Record<string, string> {
  const values = new Map(Object.entries(current).map(([name, value]) => [name.toLowerCase(), value]));
  const seen = new Set<string>();
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const lowercase = name.toLowerCase();
      if (seen.has(lowercase)) throw headerError(name, 'duplicate', 'This header is given twice.');
      seen.add(lowercase);
      const known = value === HIDDEN_VALUE ? values.get(lowercase) : value;
      if (known === undefined)
        throw headerError(name, 'required', 'Must have a value, because this header does not have one yet.');
      return [name, known];
    }),
  );
}

export const countWebhooks = (db: ScopedDb): Promise<number> => db.count(webhooks, isNull(webhooks.deletedAt));

/** Locks against concurrent creation. Throws 422. */
export async function requireWebhookQuota(ctx: Pick<WebhooksContext, 'config'>, tx: ScopedDb): Promise<void> {
  await lockWorkspace(tx.store, tx.workspaceId);
  const advice = 'Delete a webhook that you no longer use.';
  requireQuota(await countWebhooks(tx), { limit: ctx.config.webhooksPerWorkspace, of: 'webhooks', advice });
}

/** Locks against concurrent creation. Throws 409. */
export async function requireNoInbox(tx: ScopedDb, except = ''): Promise<void> {
  await lockWorkspace(tx.store, tx.workspaceId);
  const found = await tx.select(webhooks, {
    where: and(
      isNull(webhooks.deletedAt),
      sql`${webhooks.url} like ${`${INBOX_URL}%`}`,
      sql`${webhooks.id} <> ${except}`,
    ),
    limit: 1,
  });
  if (found.length > 0) {
    throw fieldError(
      'conflict',
      '/url',
      'duplicate',
      'This workspace already has a built-in inbox. A workspace can have only one.',
    );
  }
}

export async function requireSelectors(
  { selectorTables }: Pick<WebhooksContext, 'selectorTables'>,
  db: ScopedDb,
  selectors: WebhookSelectors,
): Promise<void> {
  await requireRelated(db, selectorTables, selectors, '/selectors');
}
