import type { GroupCalls, PersonResult } from '../../../driver';
import { isSamePerson, personAt } from '../addresses';
import { childOf, childrenOf, element, attrTime } from '../nodes';
import type { WebSession } from '../session-types';
import { memberOf } from './details';
import { askGroup } from './request';

type JoinRequests = Awaited<ReturnType<GroupCalls['joinRequests']>>;

/** A request has no id at WhatsApp; the address of the person identifies it. */
export async function fetchJoinRequests(
  session: WebSession,
  { providerGroupId }: { providerGroupId: string },
): Promise<JoinRequests> {
  const answer = await askGroup(session, 'get', providerGroupId, element('membership_approval_requests'));
  const requests = childrenOf(childOf(answer, 'membership_approval_requests'), 'membership_approval_request');
  return requests.flatMap(({ attrs }) => {
    const person = memberOf(attrs);
    const requestId = attrs['jid'];
    if (person === undefined || requestId === undefined) return [];
    return [{ requestId, person, at: attrTime(attrs['request_time']) ?? new Date() }];
  });
}

const UNKNOWN: PersonResult = { ok: false, code: 'group_join_request_unknown' };

export async function answerJoinRequests(
  session: WebSession,
  input: { providerGroupId: string; decision: 'approve' | 'reject'; requestIds: readonly string[] },
): Promise<PersonResult[]> {
  const { providerGroupId, decision, requestIds } = input;
  const participants = requestIds.map((jid) => element('participant', { jid }));
  const action = element('membership_requests_action', {}, [element(decision, {}, participants)]);
  const answer = await askGroup(session, 'set', providerGroupId, action);
  const answered = childrenOf(childOf(childOf(answer, 'membership_requests_action'), decision), 'participant');
  return requestIds.map((requestId) => {
    const person = personAt(requestId) ?? {};
    const node = answered.find(({ attrs }) => isSamePerson(memberOf(attrs) ?? {}, person));
    if (node === undefined) return UNKNOWN;
    const { error = '200' } = node.attrs;
    if (error === '200') return { ok: true, code: 'ok' };
    return error === '404' ? UNKNOWN : { ok: false, code: error };
  });
}
