import type { SandboxContent, SandboxResults, SandboxInbound } from '../../../shared/whatsapp/sandbox';
import { ApiError, fieldError, relatedNotFound } from '../../errors';
import { messagesAt } from '../apply/targets';
import type { WhatsAppContext } from '../context';
import type { Address, DriverEvent, Person, Place } from '../drivers/driver-events';
import { contactAt } from '../identity/recipient';
import { onInstance } from '../messages/find';
import { addressesAt } from '../people';
import type { MediaRow } from '../present/media';
import { waGroups } from '../schema/people';
import type { InstanceRow, Work } from '../work-types';
import { requireSandbox } from './operate';
import { isFile, simulatedEvent, type SimulationContext } from './simulated-event';

/** A thousand repetitions take long. */
const HOLD_SECONDS = 120;
const TOGETHER = 16;
const FILE_MS = 30_000;

/** Throws 422 for an unknown message, group or file, 409 for a message without a provider id. */
export async function sandboxInbound(ctx: WhatsAppContext, input: SandboxInbound): Promise<SandboxResults> {
  const row = await requireSandbox(ctx, input.instance_id);
  ctx.holdOpen?.(HOLD_SECONDS);
  const simulation = await sceneOf(ctx, row, input);
  const data: SandboxResults['data'] = [];
  for (let left = input.repeat; left > 0 && ctx.signal?.().aborted !== true; left -= TOGETHER) {
    data.push(...(await happen(ctx, row, { ...input, repeat: Math.min(left, TOGETHER) }, simulation)));
  }
  return { data };
}

async function sceneOf(ctx: WhatsAppContext, row: InstanceRow, input: SandboxInbound): Promise<SimulationContext> {
  const { from, name, event } = input;
  const [address = {}] = await addressesAt(ctx, row.id, [from], () => '/from');
  const person: Person = { ...address, ...(name === undefined ? {} : { name }) };
  return {
    person,
    place: await placeOf(ctx, row, input.group_id, address),
    people: event.type === 'group' ? await addressesAt(ctx, row.id, event.participants ?? [], participantAt) : [],
    file: event.type === 'message' ? await fileOf(ctx, row, event.content) : undefined,
  };
}

const participantAt = (index: number): string => `/event/participants/${index}`;

async function placeOf(
  ctx: WhatsAppContext,
  row: InstanceRow,
  groupId: string | undefined,
  person: Address,
): Promise<Place> {
  if (groupId === undefined) return { type: 'direct', person };
  const group = await ctx.db.get(waGroups, groupId);
  if (group?.instanceId !== row.id) {
    throw relatedNotFound('/group_id');
  }
  if (group.providerGroupId === null) throw new ApiError('invalid_state', `The group is ${group.status}.`);
  return { type: 'group', providerGroupId: group.providerGroupId };
}

async function fileOf(ctx: WhatsAppContext, row: InstanceRow, content: SandboxContent): Promise<MediaRow | undefined> {
  if (!isFile(content)) return undefined;
  const pointer = '/event/content/media';
  const filename = content.type === 'document' ? (content.filename ?? null) : null;
  const order = { source: content.media, kind: content.type, messageId: null, filename, pointer };
  const taken = await onInstance(ctx, row.id, (work) => ctx.whatsapp.media.take(work, order), { lock: true });
  ctx.whatsapp.media.wake(ctx.workspaceId);
  const file = await ctx.whatsapp.media.whenSettled(taken, FILE_MS, ctx.signal?.());
  if (file?.status === 'ready') return file;
  const { code, message } = file?.error ?? { code: 'media_download_failed', message: 'The file could not be fetched.' };
  throw fieldError('unprocessable', pointer, code, message);
}

async function happen(
  ctx: WhatsAppContext,
  row: InstanceRow,
  { event, duplicate, repeat }: SandboxInbound,
  simulation: SimulationContext,
): Promise<SandboxResults['data']> {
  return onInstance(
    ctx,
    row.id,
    async (work) => {
      const data: SandboxResults['data'] = [];
      for (let count = 0; count < repeat; count += 1) {
        const driverEvent = await simulatedEvent(work, event, simulation);
        await ctx.whatsapp.apply(work, driverEvent);
        if (duplicate) await ctx.whatsapp.apply(work, driverEvent);
        data.push({ type: event.type, ...(await traceOf(work, driverEvent, simulation)) });
      }
      return data;
    },
    { lock: true },
  );
}

async function traceOf(work: Work, driverEvent: DriverEvent, simulation: SimulationContext) {
  const message = await messageOf(work, driverEvent);
  const contact = await contactAt(work, driverEvent.kind === 'contact' ? driverEvent.person : simulation.person);
  return { message_id: message?.id ?? null, chat_id: message?.chatId ?? null, contact_id: contact?.id ?? null };
}

async function messageOf(work: Work, driverEvent: DriverEvent) {
  const id = 'providerMessageId' in driverEvent ? driverEvent.providerMessageId : undefined;
  return id === undefined ? undefined : (await messagesAt(work, id))[0]?.row;
}
