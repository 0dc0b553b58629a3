import { randomBytes } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { ID_PREFIXES, idPattern } from '../../../shared/ids';
import type { InboundContent } from '../../../shared/whatsapp/content';
import { MEDIA_TYPES, type MediaType } from '../../../shared/whatsapp/content-media';
import { phoneDigits } from '../../../shared/whatsapp/party';
import type { SandboxContent, SandboxInbound } from '../../../shared/whatsapp/sandbox';
import { ApiError, relatedNotFound } from '../../errors';
import type {
  Address,
  DriverGroupEvent,
  DriverMessageEvent,
  DriverEvent,
  Person,
  Place,
} from '../drivers/driver-events';
import type { MediaRow } from '../present/media';
import { waMessages } from '../schema/messages';
import { sendError } from '../send-error';
import type { Work } from '../work-types';

export interface SimulationContext {
  person: Person;
  place: Place;
  people: Address[];
  file: MediaRow | undefined;
}

const newProviderId = (): string => `sbx.${randomBytes(12).toString('hex')}`;
const MESSAGE_ID = new RegExp(idPattern(ID_PREFIXES.message));

export async function simulatedEvent(
  work: Work,
  event: SandboxInbound['event'],
  simulation: SimulationContext,
): Promise<DriverEvent> {
  const at = work.now;
  const { person, place } = simulation;
  const by = { place, by: person, isOurs: false, at };
  switch (event.type) {
    case 'message':
      return messageEvents(work, simulation, {
        ...contentOf(event.content, simulation.file),
        ...(event.reply_to === undefined
          ? {}
          : { replyTo: await providerIdOf(work, event.reply_to, '/event/reply_to') }),
        ...(event.forwarded === undefined ? {} : { forwarded: event.forwarded }),
      });
    case 'button_reply': {
      const content: InboundContent = { type: 'button_reply', id: event.id, title: event.title };
      const { message_id: id } = event;
      const replyTo = id === undefined ? undefined : await providerIdOf(work, id, '/event/message_id');
      return messageEvents(work, simulation, { content, ...(replyTo === undefined ? {} : { replyTo }) });
    }
    case 'reaction':
      return { kind: 'reaction', ...by, ...(await targetOf(work, event.message_id)), emoji: event.emoji || null };
    case 'edit':
      return { kind: 'edit', ...by, ...(await targetOf(work, event.message_id)), text: event.text };
    case 'delete':
      return { kind: 'revoke', ...by, ...(await targetOf(work, event.message_id)) };
    case 'poll_vote':
      return { kind: 'poll_vote', ...by, ...(await targetOf(work, event.message_id)), options: event.options };
    case 'status': {
      const target = await targetOf(work, event.message_id);
      const { status, error_code: code } = event;
      const error = status === 'failed' ? sendError(code ?? 'provider_rejected') : undefined;
      const participant = place.type === 'group' ? { participant: person } : {};
      return { kind: 'status', ...target, status, at, ...participant, ...(error ? { error } : {}) };
    }
    case 'call': {
      const group = place.type === 'group' ? { providerGroupId: place.providerGroupId } : {};
      const call = {
        providerCallId: newProviderId(),
        isVideo: event.is_video ?? false,
        status: 'offer',
        rejected: false,
      };
      return { kind: 'call', person, ...call, ...group, at };
    }
    case 'number_changed': {
      const { phone, ...others } = person;
      const moved = { ...others, phone: phoneDigits(event.new_phone) ?? '' };
      return { kind: 'contact', person: moved, ...(phone === undefined ? {} : { oldPhone: phone }) };
    }
    case 'identity_changed':
      return { kind: 'contact', person, identityChanged: true };
    default:
      return groupEvent(work, event.action, simulation);
  }
}

const messageEvents = (
  { now }: Work,
  { person, place }: SimulationContext,
  what: Pick<DriverMessageEvent, 'content' | 'media' | 'replyTo' | 'forwarded'>,
): DriverMessageEvent => ({
  kind: 'message',
  place,
  sender: person,
  isEcho: false,
  providerMessageId: newProviderId(),
  at: now,
  ...what,
});

export const isFile = (content: SandboxContent): content is Extract<SandboxContent, { type: MediaType }> =>
  (MEDIA_TYPES as readonly string[]).includes(content.type);

/** The file has the same id in the simulated network. */
function contentOf(content: SandboxContent, file: MediaRow | undefined): Pick<DriverMessageEvent, 'content' | 'media'> {
  if (content.type === 'list_reply') {
    return { content: { ...content, description: content.description ?? null } };
  }
  if (content.type === 'unsupported') {
    return { content: { type: 'unsupported', provider_type: content.provider_type ?? null, reason: null } };
  }
  if (!isFile(content)) return { content };
  const { media: _, ...rest } = content;
  return {
    content: rest,
    media: {
      providerMediaId: file?.id ?? '',
      mimeType: file?.mimeType ?? '',
      ...(file?.filename ? { filename: file.filename } : {}),
    },
  };
}

/** Accepts the id of this server and the provider’s. */
async function providerIdOf(work: Work, named: string, pointer: string): Promise<string> {
  return (await targetOf(work, named, pointer)).providerMessageId;
}

async function targetOf(
  work: Work,
  named: string,
  pointer = '/event/message_id',
): Promise<{ providerMessageId: string; isOurs: false }> {
  if (!MESSAGE_ID.test(named)) return { providerMessageId: named, isOurs: false };
  const [row] = await work.tx.select(waMessages, { where: eq(waMessages.id, named), limit: 1 });
  if (row?.instanceId !== work.instance.id) {
    throw relatedNotFound(pointer);
  }
  if (row.providerMessageId === null) {
    throw new ApiError('invalid_state', `The message is ${row.status}: it was not sent yet.`);
  }
  return { providerMessageId: row.providerMessageId, isOurs: false };
}

const GROUP_ACTIONS = {
  add: 'added',
  remove: 'removed',
  promote: 'promoted',
  demote: 'demoted',
  leave: 'left',
  delete: 'deleted',
  suspend: 'suspended',
  resume: 'resumed',
} as const;

function groupEvent(
  { now: at }: Work,
  action: keyof typeof GROUP_ACTIONS | 'join_request',
  { person, place, people }: SimulationContext,
): DriverGroupEvent {
  // The contract requires a group for group events.
  if (place.type !== 'group') throw new ApiError('internal_error');
  const base = { kind: 'group', providerGroupId: place.providerGroupId, actor: person, at } as const;
  const affected = people.length > 0 ? people : [person];
  if (action === 'join_request') {
    const requests = affected.map((one) => ({ requestId: newProviderId(), person: one, at }));
    return { ...base, change: { action: 'join_requested', requests } };
  }
  const done = GROUP_ACTIONS[action];
  if (done === 'left' || done === 'deleted' || done === 'suspended' || done === 'resumed') {
    return { ...base, change: { action: done } };
  }
  return { ...base, change: { action: done, people: affected } };
}
