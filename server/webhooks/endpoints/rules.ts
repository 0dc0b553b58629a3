import { and, isNull, sql } from 'drizzle-orm';

import { SCOPES_OF_ROLE, type Scope } from '../../../shared/access/scopes';
import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import {
  HIDDEN,
  INBOX_URL,
  WEEK_SECONDS,
  type WebhookRetry,
  type WebhookSelectors,
} from '../../../shared/webhooks/webhooks';
import { lockWorkspace } from '../../access/system/workspaces';
import { inboundEndpoints } from '../../automation/schema/inbound';
import type { ScopedDb, TenantTable } from '../../db/scoped';
import { ApiError, fieldError, insufficientScope } from '../../errors';
import type { LimitResult } from '../../limits/gcra';
import { linkDomains, links, linkTags } from '../../links/schema/links';
import { waInstances } from '../../whatsapp/schema/instances';
import { waChats } from '../../whatsapp/schema/people';
import type { WebhooksContext } from '../context';
import { webhooks } from '../schema';
import { isVisible } from './patterns';
import type { WebhookRow } from './present';
import { isInbox } from './receiver';

const MAX_INBOX_DELAY_MS = 30_000;

/** The webhook, else 404; one that gets what the caller may not read is not there for them. */
export async function requireWebhook(
  ctx: Pick<WebhooksContext, 'actor'>,
  db: ScopedDb,
  id: string,
  options: { lock?: boolean; deleted?: boolean } = {},
): Promise<WebhookRow> {
  const row = await db.require(webhooks, id, { lock: options.lock ?? false });
  if ((row.deletedAt && !options.deleted) || !isVisible(ctx, row)) throw new ApiError('not_found');
  return row;
}

/** As `requireWebhook`, of one that the input refers to: 422 `related_not_found`. */
export async function relateWebhook(
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

/** A URL that events may be sent to, normalised. Throws 422 `unprocessable`. */
export function requireUrl(ctx: Pick<WebhooksContext, 'egress'>, url: string): string {
  if (url.startsWith('switchboard:')) return requireInboxUrl(url);
  const verdict = ctx.egress.judge(url, 'webhook');
  if (verdict.ok) return verdict.href;
  throw fieldError('unprocessable', '/url', verdict.code, verdict.reason);
}

const refused = (message: string): ApiError => fieldError('unprocessable', '/url', 'invalid_url', message);

function requireInboxUrl(url: string): string {
  if (!isInbox(url))
    throw refused(`Must be ${INBOX_URL} for the built-in inbox, with only status and delay_ms as parameters.`);
  const parameters = new URLSearchParams(url.slice(INBOX_URL.length + 1));
  for (const [name, value] of parameters) {
    const limits = name === 'status' ? [200, 599] : name === 'delay_ms' ? [0, MAX_INBOX_DELAY_MS] : undefined;
    if (!limits)
      throw refused(
        `Must not have the parameter ${name.slice(0, 40)}. The built-in inbox accepts status and delay_ms.`,
      );
    const [least = 0, most = 0] = limits;
    if (!/^\d{1,5}$/.test(value) || Number(value) < least || Number(value) > most) {
      throw refused(`Must have a number from ${least} to ${most} as ${name}.`);
    }
  }
  return parameters.size > 0 ? `${INBOX_URL}?${parameters.toString()}` : INBOX_URL;
}

/** Throws 422 when it does not lie ahead. */
export function endOf(asked: string | null | undefined, now: Date): Date | null {
  if (asked === null || asked === undefined) return null;
  const end = new Date(asked);
  if (end > now) return end;
  throw fieldError('unprocessable', '/expires_at', 'out_of_range', 'Must be in the future.');
}

/** A schedule of one's own may last a week. Throws 422. */
export function requireRetry<T extends WebhookRetry | undefined>(retry: T): T {
  const seconds = retry?.delays_seconds?.reduce((sum, delay) => sum + delay, 0) ?? 0;
  if (seconds <= WEEK_SECONDS) return retry;
  throw fieldError('unprocessable', '/retry/delays_seconds', 'out_of_range', 'Must have a sum of at most one week.');
}

const headerFault = (name: string, code: 'duplicate' | 'required', message: string): ApiError =>
  fieldError('unprocessable', `/headers/${name.replaceAll('~', '~0')}`, code, message);

/**
 * Headers with their values: one that comes as it was shown keeps what it has. Throws 422 for one that has nothing yet,
 * and for one that is given twice.
 */
export function headersOf(given: Record<string, string>, kept: Record<string, string> = {}): Record<string, string> {
  const values = new Map(Object.entries(kept).map(([name, value]) => [name.toLowerCase(), value]));
  const seen = new Set<string>();
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const plain = name.toLowerCase();
      if (seen.has(plain)) throw headerFault(name, 'duplicate', 'This header is given twice.');
      seen.add(plain);
      const known = value === HIDDEN ? values.get(plain) : value;
      if (known === undefined)
        throw headerFault(name, 'required', 'Must have a value, because this header does not have one yet.');
      return [name, known];
    }),
  );
}

/** For a part of an operation that needs more than the operation itself. Throws 403. */
export function requireScope({ actor }: Pick<WebhooksContext, 'actor'>, scope: Scope): void {
  if (actor.type === 'user') {
    if (actor.member && SCOPES_OF_ROLE[actor.member.role].has(scope)) return;
    throw new ApiError('insufficient_role', `Your role does not have ${scope}.`);
  }
  if (actor.scopes.has(scope)) return;
  throw insufficientScope([scope], `This needs the scope ${scope}.`);
}

/** Counts a request that somebody asks for at once. Throws 429. */
export function requireQuota({ allowed, retryAfterSeconds }: LimitResult, detail: string): void {
  if (allowed) return;
  throw new ApiError('rate_limited', { detail, headers: { 'Retry-After': String(retryAfterSeconds) } });
}

/** How many webhooks the workspace has. */
export const countWebhooks = (db: ScopedDb): Promise<number> => db.count(webhooks, isNull(webhooks.deletedAt));

/** Room for one more webhook; keeps others from making one meanwhile. Throws 422. */
export async function holdRoom(ctx: Pick<WebhooksContext, 'config'>, tx: ScopedDb): Promise<void> {
  const most = ctx.config.webhooksPerWorkspace;
  await lockWorkspace(tx.store, tx.workspaceId);
  if ((await countWebhooks(tx)) < most) return;
  throw new ApiError(
    'unprocessable',
    `A workspace can have at most ${most} webhooks. Delete a webhook that you no longer use.`,
  );
}

/** A workspace has one inbox; keeps others from making one meanwhile. Throws 409. */
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

/** The table of each kind of object that a webhook can be narrowed to. A surface that has one adds it here. */
const TABLES: Partial<Record<keyof WebhookSelectors, TenantTable>> = {
  link_ids: links,
  domain_ids: linkDomains,
  tag_ids: linkTags,
  instance_ids: waInstances,
  chat_ids: waChats,
  endpoint_ids: inboundEndpoints,
};
/** What is no row of any workspace, and there for all of them. */
const EVERYBODYS = new Set([SHARED_DOMAIN_ID]);

/** Throws 422 `related_not_found` when one of the named objects is not in this workspace. */
export async function requireSelectors(db: ScopedDb, selectors: WebhookSelectors): Promise<void> {
  for (const [kind, ids] of Object.entries(selectors) as [keyof WebhookSelectors, string[] | undefined][]) {
    const table = TABLES[kind];
    for (const [index, id] of (ids ?? []).entries()) {
      if (EVERYBODYS.has(id)) continue;
      const pointer = `/selectors/${kind}/${index}`;
      if (!table)
        throw fieldError('related_not_found', pointer, 'related_not_found', 'No such object in this workspace.');
      await db.relate(table, id, pointer);
    }
  }
}
