import type { z } from 'zod';

import { Refusal, notifiedError } from './graph-error';
import { BODIES, Envelope, ENVELOPE_KEYS, type TemplateRequest } from './message-schema';
import { metadataOf, notify } from './notify';
import { checkTemplate } from './template-check';
import { isRecord, nextWamid, type Account, type Json, type SentMessage, type World } from './world';

const DAY_MS = 24 * 3_600_000;

/** `POST /{phone_number_id}/messages`: sends, or marks as read where there is a `status`. */
export function postMessage(world: World, account: Account, request: unknown): Json {
  if (!isRecord(request)) throw new Refusal(100, { details: 'The body must be a JSON object.' });
  if (!account.registered) throw new Refusal(133010);
  if ('status' in request) return markRead(request);

  const envelope = valid(Envelope, request, '');
  const schema = BODIES[envelope.type];
  if (schema === undefined) throw new Refusal(131051, { details: `Unsupported type ${envelope.type}.` });
  const extra = Object.keys(request).find((key) => !ENVELOPE_KEYS.has(key) && key !== envelope.type);
  if (extra !== undefined) throw new Refusal(100, { details: `Unexpected key "${extra}" on param "message".` });
  const body = valid(schema, request[envelope.type], envelope.type);

  // Where both are given, the number is what it goes to.
  if (envelope.to === undefined && envelope.recipient === undefined)
    throw new Refusal(131008, { details: 'One of to and recipient is needed.' });
  const to = (envelope.to ?? envelope.recipient ?? '').replace(/^\+/, '');
  if (to === account.displayPhone) throw new Refusal(131021);
  if (envelope.recipient_type === 'group' && !world.groups.has(to))
    throw new Refusal(131041, { details: 'Unknown group.' });
  if (envelope.type === 'template') checkTemplate(world, account, body as TemplateRequest);
  checkMedia(world, account, envelope.type, request[envelope.type]);

  return accept(world, account, request, { to, recipientType: envelope.recipient_type, input: envelope.to ?? to });
}

function accept(
  world: World,
  account: Account,
  request: Json,
  recipient: { to: string; recipientType: string; input: string },
): Json {
  const { to, recipientType, input } = recipient;
  const message: SentMessage = { id: nextWamid(world), account, request, to, recipientType };
  world.messages.set(message.id, message);
  account.history.push({ id: message.id, recipient_id: to, timestamp: String(world.clock.seconds()) });

  const windowOpen = world.clock.now() - (account.lastInbound.get(to) ?? Number.NEGATIVE_INFINITY) < DAY_MS;
  if (account.enforceWindow && !windowOpen && request['type'] !== 'template') {
    world.clock.after(20, () => notifyStatus(world, message, { status: 'failed', error_code: 131047 }));
  } else if (account.statusDelays !== null) {
    const { sent, delivered } = account.statusDelays;
    world.clock.after(sent, () => notifyStatus(world, message, { status: 'sent' }));
    world.clock.after(delivered, () => notifyStatus(world, message, { status: 'delivered' }));
  }
  const isBsuid = isToBsuid(request);
  return {
    messaging_product: 'whatsapp',
    contacts: [isBsuid ? { input, user_id: to } : { input, wa_id: to }],
    messages: [{ id: message.id, message_status: 'accepted' }],
  };
}

const isToBsuid = (request: Json): boolean => 'recipient' in request && !('to' in request);

export interface StatusInput {
  status: 'sent' | 'delivered' | 'read' | 'played' | 'failed';
  error_code?: number | undefined;
  details?: string | undefined;
  participant?: string | undefined;
  timestamp?: string | undefined;
}

export function statusItem(world: World, message: SentMessage, input: StatusInput): Json {
  const opaque = message.request['biz_opaque_callback_data'];
  const isBsuid = isToBsuid(message.request);
  return {
    id: message.id,
    status: input.status,
    timestamp: input.timestamp ?? String(world.clock.seconds()),
    ...(isBsuid ? { recipient_user_id: message.to } : { recipient_id: message.to }),
    ...(message.recipientType === 'group' ? { recipient_type: 'group' } : {}),
    ...(input.participant === undefined ? {} : { recipient_participant_id: input.participant }),
    ...(opaque === undefined ? {} : { biz_opaque_callback_data: opaque }),
    ...(input.error_code === undefined ? {} : { errors: [notifiedError(input.error_code, input.details)] }),
    ...(input.status === 'sent'
      ? { pricing: { billable: true, pricing_model: 'PMP', category: 'service', type: 'regular' } }
      : {}),
  };
}

function notifyStatus(world: World, message: SentMessage, input: StatusInput): void {
  const value = { ...metadataOf(message.account), statuses: [statusItem(world, message, input)] };
  notify(world, message.account, 'messages', value);
}

function markRead(request: Json): Json {
  if (request['messaging_product'] !== 'whatsapp') throw new Refusal(131008, { details: 'messaging_product' });
  if (request['status'] !== 'read') throw new Refusal(131009, { details: 'status must be read.' });
  const id = request['message_id'];
  if (typeof id !== 'string' || !id.startsWith('wamid.')) throw new Refusal(131009, { details: 'message_id' });
  const typing = request['typing_indicator'];
  if (typing !== undefined && !(isRecord(typing) && typing['type'] === 'text'))
    throw new Refusal(131009, { details: 'typing_indicator.type must be text.' });
  return { success: true };
}

function checkMedia(world: World, account: Account, type: string, body: unknown): void {
  if (!['image', 'video', 'audio', 'document', 'sticker'].includes(type) || !isRecord(body)) return;
  const id = body['id'];
  if (typeof id !== 'string') return;
  const media = world.media.get(id);
  if (media === undefined || media.account !== account || media.createdAt + media.lifeMs < world.clock.now())
    throw new Refusal(131053, { details: `There is no media ${id}.` });
}

/** Missing values are 131008, wrong ones 131009, unknown keys 100, as the API tells them apart. */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown, at: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [at, ...(issue?.path ?? [])].filter((part) => part !== '').join('.');
  const details = `${path}: ${issue?.message ?? ''}`;
  if (issue?.code === 'unrecognized_keys') throw new Refusal(100, { details });
  throw new Refusal(isAbsent(value, issue?.path ?? []) ? 131008 : 131009, { details });
}

const isAbsent = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value) === undefined;
