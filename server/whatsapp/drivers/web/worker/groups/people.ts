import type { BinaryNode } from 'baileys';

import type { GroupCalls, PersonResult } from '../../../driver';
import type { Address } from '../../../driver-events';
import { isSamePerson, jidOf, personAt, phoneJid } from '../addresses';
import { childOf, childrenOf, element } from '../nodes';
import type { WebSession } from '../session-types';
import { memberOf } from './details';
import { withInvites } from './invites';
import { askGroup, queryGroup } from './request';

type Action = Parameters<GroupCalls['participants']>[2];

const DONE: PersonResult = { ok: true, code: 'ok' };
const NOT_CHANGED: PersonResult = { ok: false, code: 'failed' };

const ADD_CODES: Readonly<Record<string, string>> = {
  401: 'blocked_by_participant',
  // The person’s privacy settings allow only an invitation.
  403: 'invite_required',
  404: 'not_on_whatsapp',
  408: 'recently_left',
  409: 'already_member',
};

interface AddressedPerson {
  address: Address;
  /** Undefined for someone whom WhatsApp Web cannot reach. */
  jid: string | undefined;
}

/** The phone number if known: WhatsApp accepts it in every group, and also for people without a known LID. */
export const invited = (address: Address): AddressedPerson => ({
  address,
  jid: address.phone === undefined ? jidOf(address) : phoneJid(address.phone),
});

export const participantElements = (people: readonly AddressedPerson[]): BinaryNode[] =>
  people.flatMap(({ jid }) => (jid === undefined ? [] : [element('participant', { jid })]));

export async function changeMembers(
  session: WebSession,
  input: { providerGroupId: string; action: Action; people: readonly Address[] },
): Promise<PersonResult[]> {
  const { providerGroupId, action } = input;
  const people = action === 'add' ? input.people.map(invited) : await members(session, providerGroupId, input.people);
  const participants = participantElements(people);
  if (participants.length === 0) return people.map(() => NOT_CHANGED);
  const answer = await askGroup(session, 'set', providerGroupId, element(action, {}, participants));
  const results = readResults(people, childrenOf(childOf(answer, action), 'participant'), action);
  return action === 'add' ? withInvites(session, providerGroupId, results) : results;
}

/** Includes the address under which the group lists each of them. */
async function members(session: WebSession, group: string, addresses: readonly Address[]): Promise<AddressedPerson[]> {
  const answer = await queryGroup(session, group);
  const listed = childrenOf(childOf(answer, 'group'), 'participant');
  return addresses.map((address) => {
    const member = listed.find(({ attrs }) => isSamePerson(memberOf(attrs) ?? {}, address));
    return { address, jid: member?.attrs['jid'] ?? invited(address).jid };
  });
}

/** In the order of `people`. */
export function readResults(
  people: readonly AddressedPerson[],
  answered: readonly BinaryNode[],
  action: Action,
): PersonResult[] {
  const isFor = ({ attrs }: BinaryNode, { address, jid }: AddressedPerson): boolean => {
    const answeredPerson = memberOf(attrs) ?? {};
    return isSamePerson(answeredPerson, address) || isSamePerson(answeredPerson, personAt(jid) ?? {});
  };
  return people.map((person) => {
    const node = answered.find((one) => isFor(one, person));
    return node ? resultOf(node.attrs['error'], action) : NOT_CHANGED;
  });
}

function resultOf(error: string | undefined, action: Action): PersonResult {
  if (error === undefined || error === '200') return DONE;
  return { ok: false, code: (action === 'add' ? ADD_CODES[error] : undefined) ?? error };
}
