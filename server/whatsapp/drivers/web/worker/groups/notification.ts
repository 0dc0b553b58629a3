import type { BinaryNode } from 'baileys';

import type { DriverEvent, DriverGroupEvent, GroupDetails, Person } from '../../../driver-events';
import { addressOf, isGroupJid, jidOf, personAt } from '../addresses';
import { childOf, childrenOf, attrNumber, nodeText, attrTime } from '../nodes';
import { addModeOf, memberOf, readGroup } from './details';
import { linkOf } from './invites';

type Change = DriverGroupEvent['change'];

const actorOf = ({ attrs }: BinaryNode): Person | undefined =>
  personAt(attrs['participant'], attrs['participant_pn'], attrs['participant_lid']);

export function readNotification(node: BinaryNode): DriverEvent[] {
  const { from: providerGroupId } = node.attrs;
  if (!isGroupJid(providerGroupId)) return [];
  const actor = actorOf(node);
  const at = attrTime(node.attrs['t']) ?? new Date();
  const common = { kind: 'group', providerGroupId, ...(actor ? { actor } : {}), at } as const;
  return childrenOf(node).flatMap((child): DriverEvent[] => {
    if (child.tag === 'modify') return numberChanged(actor, child);
    const change = changeOf(child, node, at);
    return change ? [{ ...common, change }] : [];
  });
}

function changeOf(child: BinaryNode, node: BinaryNode, at: Date): Change | undefined {
  const details = detailsOf(child);
  if (details) return { action: 'details', details };
  switch (child.tag) {
    case 'add':
    case 'linked_group_join':
      return { action: 'added', people: peopleIn(child) };
    case 'remove':
    case 'leave':
      return { action: 'removed', people: peopleIn(child) };
    case 'promote':
      return { action: 'promoted', people: peopleIn(child) };
    case 'demote':
      return { action: 'demoted', people: peopleIn(child) };
    case 'created_membership_requests':
      return { action: 'join_requested', requests: requestsIn(child, node, at) };
    case 'revoked_membership_requests':
      return { action: 'join_request_ended', requestIds: requestIdsIn(child) };
    case 'delete':
      return { action: 'deleted' };
    case 'suspended':
      return { action: 'suspended' };
    case 'unsuspended':
      return { action: 'resumed' };
    default:
      return undefined;
  }
}

function detailsOf(child: BinaryNode): GroupDetails | undefined {
  switch (child.tag) {
    case 'create':
      return readGroup(childOf(child, 'group'))?.details;
    case 'subject':
      return { subject: child.attrs['subject'] ?? '' };
    case 'description':
      return { description: nodeText(childOf(child, 'body')) ?? null };
    case 'announcement':
    case 'not_announcement':
      return { adminsOnlyMessages: child.tag === 'announcement' };
    case 'locked':
    case 'unlocked':
      return { adminsOnlySettings: child.tag === 'locked' };
    case 'ephemeral':
    case 'not_ephemeral':
      return { messageLifetimeSeconds: attrNumber(child.attrs['expiration']) ?? 0 };
    case 'member_add_mode':
      return { memberAddMode: addModeOf(nodeText(child)) };
    case 'membership_approval_mode':
      return { joinApproval: childOf(child, 'group_join')?.attrs['state'] === 'on' };
    case 'invite':
      return child.attrs['code'] === undefined ? undefined : { inviteLink: linkOf(child.attrs['code']) };
    default:
      return undefined;
  }
}

const peopleIn = (child: BinaryNode): Person[] =>
  childrenOf(child, 'participant').flatMap(({ attrs }) => memberOf(attrs) ?? []);

/** The actor is the requester unless others are named; the address that the group uses identifies the request. */
function requestsIn(child: BinaryNode, node: BinaryNode, at: Date) {
  const named = requestersIn(child).flatMap((attrs) => {
    const person = memberOf(attrs);
    return person && attrs['jid'] !== undefined ? [{ requestId: attrs['jid'], person, at }] : [];
  });
  const person = actorOf(node);
  const requestId = jidOf(addressOf(node.attrs['participant']) ?? {});
  return named.length > 0 || !person || requestId === undefined ? named : [{ requestId, person, at }];
}

const requestIdsIn = (child: BinaryNode): string[] => requestersIn(child).flatMap(({ jid }) => jid ?? []);

const requestersIn = (child: BinaryNode): BinaryNode['attrs'][] =>
  childrenOf(child)
    .filter(({ tag }) => tag === 'participant' || tag === 'requested_user')
    .map(({ attrs }) => attrs);

function numberChanged(actor: Person | undefined, child: BinaryNode): DriverEvent[] {
  const [person] = peopleIn(child);
  const oldPhone = actor?.phone;
  if (person?.phone === undefined || oldPhone === undefined || person.phone === oldPhone) return [];
  return [{ kind: 'contact', person, oldPhone }];
}
