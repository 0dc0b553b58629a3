import { eq } from 'drizzle-orm';

import type { RotateWebhookSecret } from '../../../shared/webhooks/inputs';
import type { WebhookWithSecret } from '../../../shared/webhooks/webhooks';
import { audit } from '../../access';
import { ApiError, fieldError } from '../../errors';
import { emit } from '../../events/emit';
import type { WebhooksContext } from '../context';
import { maskedSecrets, newWebhookSecret, type StoredSecret, validSecrets } from '../dispatcher/sending/webhook-sealer';
import { webhooks } from '../schema';
import { presentWebhook, webhookTarget } from './present';
import { requireWebhook } from './rules';
import { webhookEvent } from './webhook-event';

const MAX_OLDER_SECRETS = 5;

/** The new secret signs beside the older ones until the overlap ends. Throws 409 while five are valid. */
export async function rotateWebhookSecret(
  ctx: WebhooksContext,
  { webhook_id, overlap_seconds, secret: own }: RotateWebhookSecret,
): Promise<WebhookWithSecret> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const row = await requireWebhook(ctx, tx, webhook_id, { lock: true });
    const valid = validSecrets(ctx.webhookSealer.openSecrets(row.id, row.secretsSealed), now);
    if (own !== undefined && valid.some(({ secret }) => secret === own)) {
      throw fieldError('unprocessable', '/secret', 'duplicate', 'Must not be a secret that the webhook already uses.');
    }
    if (overlap_seconds > 0 && valid.length > MAX_OLDER_SECRETS) {
      throw new ApiError(
        'invalid_state',
        `${MAX_OLDER_SECRETS} older secrets are still valid. Wait until one expires, or rotate with \`overlap_seconds\` 0.`,
      );
    }

    const secret = own ?? newWebhookSecret();
    const until = new Date(now.getTime() + overlap_seconds * 1000);
    const secrets: StoredSecret[] = [
      { secret, created_at: now.toISOString(), expires_at: null },
      ...(overlap_seconds === 0 ? [] : valid.map((old) => ({ ...old, expires_at: earlierOf(old.expires_at, until) }))),
    ];
    const [rotated = row] = await tx.update(webhooks, eq(webhooks.id, row.id), {
      secretsSealed: ctx.webhookSealer.sealSecrets(row.id, secrets),
      secrets: maskedSecrets(secrets),
      updatedAt: now,
      version: row.version + 1,
    });
    const webhook = presentWebhook(rotated, now);

    await audit(ctx, tx, 'webhook.secret.rotated', webhookTarget(row), { overlap_seconds });
    await emit(ctx, tx, [webhookEvent('webhook.secret.rotated', rotated, now)]);
    tx.store.afterCommit(() => ctx.delivery.wakeWebhook(row.no));
    return { ...webhook, secret };
  });
}

const earlierOf = (end: string | null, until: Date): string =>
  end !== null && new Date(end) < until ? end : until.toISOString();
