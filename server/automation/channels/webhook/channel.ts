import { isNull } from 'drizzle-orm';

import type { Capabilities } from '../../../../shared/automation/channel';
import { WebhookOverrides, webhookSchemas, WebhookTarget } from '../../../../shared/automation/channels/webhook';
import { MEDIA_KINDS, TEXT_FORMATS } from '../../../../shared/automation/content';
import type { Destination } from '../../../../shared/automation/destination';
import type { PublicationError } from '../../../../shared/automation/publication-delivery';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { ANYTHING } from '../../../events/requirements';
import { accessOfGrant } from '../../../events/subscribers';
import {
  readWebhookDestinations,
  type WebhookRow,
  type WebhookDestination,
  webhookHost,
  webhooks,
} from '../../../webhooks';
import type {
  WriteContext,
  HandOverResult,
  HandOverRequest,
  ReadContext,
  Rendering,
  Resolution,
  Channel,
} from '../channel';
import { chosen } from '../destinations';
import { lockWebhook, listen, PUSHED, requeueWebhookDeliveries, cancelWebhookDeliveries } from './deliveries';

const BATCH = 100;

const CAPABILITIES: Capabilities = {
  max_text: null,
  max_caption: null,
  max_parts: 1,
  formats: [...TEXT_FORMATS],
  media: MEDIA_KINDS.map((kind) => ({ kind, max_bytes: null, mime_types: [] })),
  link_previews: false,
  receipts: ['delivered'],
};

/** The dispatcher signs, sends and retries each event. */
export const webhookChannel: Channel = {
  schemas: webhookSchemas,
  batch: BATCH,
  events: [],
  capabilities: async () => CAPABILITIES,

  async destinations(ctx, query) {
    const rows = await ctx.db.select(webhooks, { where: isNull(webhooks.deletedAt) });
    return chosen(
      rows.filter((row) => isWithinGrant(ctx, row)).map((row) => destinationOf(row)),
      query,
    );
  },

  async resolve(ctx, target) {
    const { to } = WebhookTarget.parse(target);
    const rows = await readWebhookDestinations(ctx.db.store, ctx.db.workspaceId, to);
    const found = new Map(rows.filter((row) => isWithinGrant(ctx, row)).map((row) => [row.id, row]));
    return to.map((id, index) => resolutionOf(id, found.get(id), `/to/${index}`));
  },

  async render(_, publishable): Promise<Rendering> {
    const { payload = null } = WebhookOverrides.parse(publishable.overrides ?? {});
    const { content, title, metadata } = publishable;
    const isEmpty = payload === null && !content?.text && (content?.media.length ?? 0) === 0;
    const issue = {
      pointer: '/content',
      code: 'empty_content',
      message: 'The publication has no content. Set `content` or `overrides.webhook.payload`.',
    };
    return {
      parts: [{ type: 'event', content: { title, content, payload, metadata } }],
      issues: isEmpty ? [issue] : [],
      warnings: [],
    };
  },

  async open(context, containerId) {
    const webhook = await lockWebhook(context.tx, containerId);
    if (webhook === undefined) return { failed: DELETED };
    if (webhook.status === 'disabled') return { failed: DISABLED };
    return { capacity: Infinity, handOver: (requests) => handOver(context, webhook, requests) };
  },

  withdraw: (context, _, references) => cancelWebhookDeliveries(context, references),
  interpret: () => null,
  listen,
};

const DISABLED: PublicationError = {
  code: 'webhook_disabled',
  message: 'The webhook is disabled.',
  provider: null,
  retryable: true,
};
const DELETED: PublicationError = {
  code: 'webhook_deleted',
  message: 'The webhook was deleted.',
  provider: null,
  retryable: false,
};

const referenceOf = ({ parts: [part] }: HandOverRequest): string | null => part?.reference ?? null;

async function handOver(context: WriteContext, webhook: WebhookRow, requests: readonly HandOverRequest[]) {
  const earlier = requests.map(referenceOf).filter((id) => id !== null);
  const requeued = await requeueWebhookDeliveries(context, earlier);
  const results = new Map<string, HandOverResult>();
  for (const request of requests) {
    const reference = referenceOf(request);
    const isRequeued = reference !== null && requeued.has(reference);
    results.set(request.deliveryId, {
      outcome: 'accepted',
      references: [isRequeued ? reference : push(context, webhook, request)],
    });
  }
  if (requeued.size > 0) context.tx.store.afterCommit(() => context.ctx.delivery.wakeWebhook(webhook.no));
  return results;
}

function push(context: WriteContext, webhook: WebhookRow, request: HandOverRequest): string {
  const reference = newId(ID_PREFIXES.delivery);
  const { publishable, deliveryId, cause } = request;
  const { payload = null } = WebhookOverrides.parse(publishable.overrides ?? {});
  context.addEvent({
    type: PUSHED,
    data: {
      publication_id: publishable.publicationId,
      delivery_id: deliveryId,
      title: publishable.title,
      content: publishable.content,
      payload,
      metadata: publishable.metadata,
    },
    addressedTo: webhook.id,
    deliveryId: reference,
    access: accessOfGrant(webhook.grant),
    cause,
  });
  return reference;
}

/** A key narrowed to instances may use only webhooks that are as narrow. */
function isWithinGrant({ access }: ReadContext, { grant }: WebhookDestination): boolean {
  const { instances } = access;
  return instances === null || (grant.resources.whatsapp_instances?.every((id) => instances.includes(id)) ?? false);
}

const labelOf = ({ name, url }: WebhookDestination): string => name ?? webhookHost(url);

const destinationOf = (row: WebhookRow): Destination => ({
  id: `${webhookSchemas.kind}:${row.id}`,
  object: 'destination',
  channel: webhookSchemas.kind,
  kind: 'webhook',
  instance_id: null,
  to: row.id,
  label: labelOf(row),
  // The path of a URL may hold a secret.
  detail: webhookHost(row.url),
  status: row.status === 'active' ? 'ok' : row.status === 'paused' ? 'offline' : 'disabled',
});

function resolutionOf(id: string, row: WebhookDestination | undefined, pointer: string): Resolution {
  if (row === undefined) {
    const issue = { pointer, code: 'related_not_found', message: 'No such webhook in this workspace.' };
    return { ok: false, to: id, issue, containerId: id, skip: 'invalid' };
  }
  const isDisabled = row.status === 'disabled';
  const warning = { pointer, code: 'webhook_disabled', message: 'The webhook is disabled: the delivery will fail.' };
  return {
    ok: true,
    recipient: {
      containerId: id,
      recipient: id,
      to: id,
      label: labelOf(row),
      isKnown: true,
      warnings: isDisabled ? [warning] : [],
      seenWith: row.grant.resources.whatsapp_instances ?? [ANYTHING],
    },
  };
}
