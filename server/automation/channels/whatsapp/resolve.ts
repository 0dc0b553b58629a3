import { and, eq, inArray, isNull } from 'drizzle-orm';

import { WhatsAppTarget } from '../../../../shared/automation/channels/whatsapp';
import type { SkipReason } from '../../../../shared/automation/publication-states';
import { SEND_ERRORS, type SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import { chunked } from '../../../chunked';
import {
  addressesOf,
  type ContactRow,
  findAddresses,
  type GroupRow,
  type InstanceRow,
  isOnline,
  type KindValue,
  nameOf,
  parseRecipient,
  readContacts,
  type Recipient as Named,
  shown,
  waChats,
  waGroups,
  waInstances,
} from '../../../whatsapp';
import type { Issue, ReadContext, Resolution } from '../channel';

const SLICE = 100;

/** Creates nothing: an unknown number stays a number. */
export async function resolve(ctx: ReadContext, given: unknown): Promise<Resolution[]> {
  const target = WhatsAppTarget.parse(given);
  const instance = await instanceOf(ctx, target.instance_id);
  if (!('id' in instance)) {
    return target.to.map((to) => ({ ok: false, to, issue: instance, containerId: null, skip: 'invalid' }));
  }
  const named = target.to.map((to) => parseRecipient(to));
  const known = await lookUp(
    ctx,
    instance,
    named.filter((one) => one !== undefined),
  );
  return target.to.map((to, index) => resolutionOf({ to, pointer: `/to/${index}`, named: named[index] }, known));
}

/** Without an id, the only instance of the workspace. */
async function instanceOf({ db, access }: ReadContext, id: string | undefined): Promise<InstanceRow | Issue> {
  const pointer = '/instance_id';
  const where = and(isNull(waInstances.deletedAt), id === undefined ? undefined : eq(waInstances.id, id));
  const rows = await db.select(waInstances, { where });
  const seen = rows.filter((row) => access.instances?.includes(row.id) ?? true);
  const [first, ...others] = seen;
  if (first && others.length === 0) return first;
  return id === undefined
    ? {
        pointer,
        code: 'required',
        message: '`instance_id` is required, because the workspace does not have exactly one WhatsApp instance.',
      }
    : { pointer, code: 'related_not_found', message: NOT_FOUND };
}

interface KnownRecipients {
  instance: InstanceRow;
  contacts: ReadonlyMap<string, ContactRow>;
  addresses: ReadonlyMap<string, ContactRow>;
  groups: ReadonlyMap<string, GroupRow>;
  chats: ReadonlyMap<string, { contactId: string | null; groupId: string | null }>;
}

const keyOf = ({ kind, value }: KindValue): string => `${kind}:${value}`;

async function lookUp({ db }: ReadContext, instance: InstanceRow, named: readonly Named[]): Promise<KnownRecipients> {
  const idsOf = (kind: 'contact' | 'group' | 'chat') => named.flatMap((one) => (one.kind === kind ? one.id : []));
  const isOurs = (row: { instanceId: string }): boolean => row.instanceId === instance.id;

  const chatIds = idsOf('chat');
  const found = chatIds.length === 0 ? [] : await db.select(waChats, { where: inArray(waChats.id, chatIds) });
  const chats = new Map(found.filter(isOurs).map((row) => [row.id, row]));
  const inChats = [...chats.values()];

  const contactIds = [...idsOf('contact'), ...inChats.flatMap(({ contactId }) => contactId ?? [])];
  const people = await readContacts(db.store, db.workspaceId, contactIds);
  const contacts = new Map([...people].filter(([, row]) => isOurs(row)));

  const addresses = new Map<string, ContactRow>();
  const wanted = named.flatMap((one) => (one.kind === 'address' ? addressesOf(one.address) : []));
  for (const some of chunked(wanted, SLICE)) {
    const owned = await findAddresses(db.store, instance, some);
    for (const one of owned) addresses.set(keyOf(one), one.contact);
  }

  const groupIds = [...idsOf('group'), ...inChats.flatMap(({ groupId }) => groupId ?? [])];
  const jids = named.flatMap((one) => (one.kind === 'provider_group' ? one.providerGroupId : []));
  const groups = new Map<string, GroupRow>();
  for (const [column, ids] of [
    [waGroups.id, groupIds],
    [waGroups.providerGroupId, jids],
  ] as const) {
    if (ids.length === 0) continue;
    const where = and(eq(waGroups.instanceId, instance.id), inArray(column, [...new Set(ids)]));
    for (const row of await db.select(waGroups, { where })) {
      groups.set(row.id, row);
      if (row.providerGroupId !== null) groups.set(row.providerGroupId, row);
    }
  }
  return { instance, contacts, addresses, groups, chats };
}

interface TargetInput {
  to: string;
  pointer: string;
  named: Named | undefined;
}

function resolutionOf(given: TargetInput, known: KnownRecipients): Resolution {
  const { named } = given;
  if (!named) return refused(given, known, 'invalid_recipient');
  switch (named.kind) {
    case 'contact':
      return toContact(given, known, known.contacts.get(named.id));
    case 'group':
      return toGroup(given, known, known.groups.get(named.id));
    case 'provider_group':
      return toGroup(given, known, known.groups.get(named.providerGroupId));
    case 'chat': {
      const chat = known.chats.get(named.id);
      if (chat?.groupId) return toGroup(given, known, known.groups.get(chat.groupId));
      return toContact(given, known, known.contacts.get(chat?.contactId ?? ''));
    }
    default: {
      const wanted = addressesOf(named.address);
      const contact = wanted.map((one) => known.addresses.get(keyOf(one))).find((one) => one !== undefined);
      const [address] = wanted;
      if (contact || !address) return toContact(given, known, contact);
      return accepted(given, known, { recipient: shown(address), label: given.to, isKnown: false });
    }
  }
}

function toContact(given: TargetInput, known: KnownRecipients, contact: ContactRow | undefined): Resolution {
  if (!contact) return refused(given, known, 'related_not_found');
  const isOut = contact.optOut !== 'none';
  const codes: SendErrorCode[] = isOut ? ['recipient_opted_out'] : [];
  return accepted(given, known, { recipient: contact.id, label: nameOf(contact), isKnown: true }, codes);
}

function toGroup(given: TargetInput, known: KnownRecipients, group: GroupRow | undefined): Resolution {
  if (!group) return refused(given, known, 'related_not_found');
  if (group.status === 'left' || group.status === 'deleted') {
    return refused(given, known, 'group_not_member', 'not_on_channel');
  }
  const codes: SendErrorCode[] = group.status === 'suspended' ? ['group_suspended'] : [];
  return accepted(given, known, { recipient: group.id, label: group.subject, isKnown: true }, codes);
}

function accepted(
  { to, pointer }: TargetInput,
  { instance }: KnownRecipients,
  who: { recipient: string; label: string; isKnown: boolean },
  codes: readonly SendErrorCode[] = [],
): Resolution {
  const warnings: Issue[] = codes.map((code) => ({ pointer, code, message: SEND_ERRORS[code].message }));
  if (!isOnline(instance)) {
    const message = `The instance is ${instance.status}: the delivery waits.`;
    warnings.push({ pointer, code: 'instance_not_connected', message });
  }
  return { ok: true, recipient: { ...who, to, containerId: instance.id, warnings } };
}

const NOT_FOUND = 'No such object in this workspace.';

function refused(
  { to, pointer }: TargetInput,
  { instance }: KnownRecipients,
  code: SendErrorCode | 'related_not_found',
  skip: SkipReason = 'invalid',
): Resolution {
  const message = code === 'related_not_found' ? NOT_FOUND : SEND_ERRORS[code].message;
  return { ok: false, to, issue: { pointer, code, message }, containerId: instance.id, skip };
}
