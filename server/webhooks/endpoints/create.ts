import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { CreateWebhook } from '../../../shared/webhooks/inputs';
import type { WebhookWithSecret } from '../../../shared/webhooks/webhooks';
import { audit } from '../../access';
import { emit } from '../../events/emit';
import { bumpWebhooksVersion } from '../../events/queries/events';
import type { WebhooksContext } from '../context';
import { maskedSecrets, newWebhookSecret } from '../dispatcher/sending/webhook-sealer';
import { webhooks } from '../schema';
import { grantOf, requireReadable } from './patterns';
import { presentWebhook, webhookTarget } from './present';
import { isInbox } from './receiver-kind';
import {
  requireFuture,
  headersOf,
  requireWebhookQuota,
  requireNoInbox,
  requireRetry,
  requireSelectors,
  requireUrl,
} from './rules';
import { webhookEvent } from './webhook-event';

const DEFAULTS = { timeoutSeconds: 15, maxInFlight: 8 };

/** Throws 403 for unreadable types, 409 for a second inbox, 422 above the quota or for a foreign selector. */
export async function createWebhook(ctx: WebhooksContext, input: CreateWebhook): Promise<WebhookWithSecret> {
  const url = requireUrl(ctx, input.url);
  requireReadable(ctx, input.events);
  const now = ctx.now();
  const expiresAt = requireFuture(input.expires_at, now);
  const headers = headersOf(input.headers ?? {});
  const retry = requireRetry(input.retry) ?? { preset: 'standard' as const };

  const created = await ctx.db.transaction(async (tx) => {
    await requireSelectors(ctx, tx, input.selectors ?? {});
    await requireWebhookQuota(ctx, tx);
    if (isInbox(url)) await requireNoInbox(tx);

    const id = newId(ID_PREFIXES.webhook);
    const secret = input.secret ?? newWebhookSecret();
    const secrets = [{ secret, created_at: now.toISOString(), expires_at: null }];
    const row = await tx.insert(webhooks, {
      id,
      url,
      name: input.name ?? null,
      description: input.description ?? null,
      events: [...new Set(input.events)],
      selectors: input.selectors ?? {},
      grant: grantOf(ctx),
      headersSealed: ctx.webhookSealer.sealHeaders(id, input.headers ? headers : null),
      headerNames: Object.keys(headers),
      secretsSealed: ctx.webhookSealer.sealSecrets(id, secrets),
      secrets: maskedSecrets(secrets),
      timeoutSeconds: input.timeout_seconds ?? DEFAULTS.timeoutSeconds,
      maxInFlight: input.max_in_flight ?? DEFAULTS.maxInFlight,
      rateLimitPerSecond: input.rate_limit_per_second ?? null,
      retry,
      source: input.source ?? 'custom',
      metadata: input.metadata ?? {},
      expiresAt,
      createdSequence: await bumpWebhooksVersion(tx.store, ctx.workspaceId),
      createdBy: creatorOf(ctx.actor),
      createdAt: now,
      updatedAt: now,
    });
    const webhook = presentWebhook(row, now);

    await audit(ctx, tx, 'webhook.created', webhookTarget(row), { url: row.url, events: row.events });
    await emit(ctx, tx, [webhookEvent('webhook.created', row, now)]);
    return { webhook, secret };
  });
  return { ...created.webhook, secret: created.secret };
}

export const creatorOf = (actor: WebhooksContext['actor']): { key_id: string } | { user_id: string } =>
  actor.type === 'key' ? { key_id: actor.keyId } : { user_id: actor.userId };
