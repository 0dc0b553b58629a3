import { isNull } from 'drizzle-orm';

import type { Capabilities } from '../../../../shared/automation/channel';
import { WebhookOverrides, webhookSchemas, WebhookTarget } from '../../../../shared/automation/channels/webhook';
import { MEDIA_KINDS, TEXT_FORMATS } from '../../../../shared/automation/content';
import type { Destination } from '../../../../shared/automation/destination';
import type { PublicationError } from '../../../../shared/automation/publication-delivery';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { ANYTHING } from '../../../events/requirements';
import { reachOfGrant } from '../../../events/subscribers';
import { hostOf, type WebhookRow } from '../../../webhooks/endpoints/present';
import { readWebhookPlaces, type WebhookPlace } from '../../../webhooks/queries/destinations';
import { webhooks } from '../../../webhooks/schema';
import type { Hand, HandOverResult, Order, ReadContext, Rendering, Resolution, TransactionalChannel } from '../channel';
import { chosen } from '../destinations';
import { holdWebhook, listen, PUSHED, sendAgain, takeBack } from './deliveries';

/** Deliveries of one transaction: they cost a row and an event each. */
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

/** Pushes an event to one webhook: the dispatcher signs, sends and repeats it. */
export const webhookChannel: TransactionalChannel = {
  schemas: webhookSchemas,
  handover: 'transactional',
  batch: BATCH,
  events: [],
  capabilities: async () => CAPABILITIES,

  async destinations(ctx, query) {
    const rows = await ctx.db.select(webhooks, { where: isNull(webhooks.deletedAt) });
    return chosen(
      rows.filter((row) => isWithinReach(ctx, row)).map((row) => destinationOf(row)),
      query,
    );
  },

  async resolve(ctx, target) {
    const { to } = WebhookTarget.parse(target);
    const rows = await readWebhookPlaces(ctx.db.store, ctx.db.workspaceId, to);
    const found = new Map(rows.filter((row) => isWithinReach(ctx, row)).map((row) => [row.id, row]));
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

  async open(hand, containerId) {
    const webhook = await holdWebhook(hand.tx, containerId);
    if (webhook === undefined) return { failed: DELETED };
    if (webhook.status === 'disabled') return { failed: DISABLED };
    return { room: Infinity, handOver: (orders) => handOver(hand, webhook, orders) };
  },

  takeBack: (hand, _, references) => takeBack(hand, references),
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

const referenceOf = ({ parts: [part] }: Order): string | null => part?.reference ?? null;

async function handOver(hand: Hand, webhook: WebhookRow, orders: readonly Order[]) {
  const earlier = orders.map(referenceOf).filter((id) => id !== null);
  const again = await sendAgain(hand, earlier);
  const results = new Map<string, HandOverResult>();
  for (const order of orders) {
    const reference = referenceOf(order);
    const isAgain = reference !== null && again.has(reference);
    results.set(order.deliveryId, {
      outcome: 'handed',
      references: [isAgain ? reference : push(hand, webhook, order)],
    });
  }
  if (again.size > 0) hand.tx.store.afterCommit(() => hand.ctx.delivery.wakeWebhook(webhook.no));
  return results;
}

function push(hand: Hand, webhook: WebhookRow, order: Order): string {
  const reference = newId(ID_PREFIXES.delivery);
  const { publishable, deliveryId, cause } = order;
  const { payload = null } = WebhookOverrides.parse(publishable.overrides ?? {});
  hand.raise({
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
    reach: reachOfGrant(webhook.grant),
    cause,
  });
  return reference;
}

/** A key that is narrowed to some instances reaches webhooks that are as narrow, as it sees no others. */
function isWithinReach({ reach }: ReadContext, { grant }: WebhookPlace): boolean {
  const { instances } = reach;
  return instances === null || (grant.resources.whatsapp_instances?.every((id) => instances.includes(id)) ?? false);
}

const labelOf = ({ name, url }: WebhookPlace): string => name ?? hostOf(url);

const destinationOf = (row: WebhookRow): Destination => ({
  id: `${webhookSchemas.kind}:${row.id}`,
  object: 'destination',
  channel: webhookSchemas.kind,
  kind: 'webhook_endpoint',
  instance_id: null,
  to: row.id,
  label: labelOf(row),
  // The path of an address may hold a secret.
  detail: hostOf(row.url),
  status: row.status === 'active' ? 'ok' : row.status === 'paused' ? 'offline' : 'disabled',
});

function resolutionOf(id: string, row: WebhookPlace | undefined, pointer: string): Resolution {
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
