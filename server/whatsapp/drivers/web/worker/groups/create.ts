import type { GroupCalls } from '../../../driver';
import { childOf, childrenOf, element } from '../nodes';
import type { WebSession } from '../session-types';
import { errorFields } from '../thrown-errors';
import { withInvites } from './invites';
import { invited, participantElements, readResults } from './people';
import { ALL_GROUPS, askGroup, fetchGroup, groupInAnswer } from './request';
import { setDescription, setJoinApproval } from './settings';

type NewGroup = Parameters<GroupCalls['create']>[1];
type Created = Awaited<ReturnType<GroupCalls['create']>>;

/** The first request sets only name and members. If a further one fails, the group stays, and its details show it. */
export async function createWebGroup(session: WebSession, { group }: { group: NewGroup }): Promise<Created> {
  const people = group.participants.map(invited);
  const attrs = { subject: group.subject, key: session.library.generateMessageIDV2() };
  const content = element('create', attrs, participantElements(people));
  const answer = await askGroup(session, 'set', ALL_GROUPS, content);
  const { providerGroupId, details } = groupInAnswer(answer);
  const results = readResults(people, childrenOf(childOf(answer, 'group'), 'participant'), 'add');

  const { description, joinApproval } = group;
  const parts = {
    ...(description === null ? {} : { description: () => setDescription(session, providerGroupId, description) }),
    ...(joinApproval ? { joinApproval: () => setJoinApproval(session, providerGroupId, true) } : {}),
  };
  let isDone = true;
  for (const [part, set] of Object.entries(parts)) {
    await set().catch((error: unknown) => {
      isDone = false;
      session.log.warn({ ...errorFields(error), group: providerGroupId, part }, 'group created without a part');
    });
  }
  const wanted = isDone ? { description, joinApproval } : undefined;
  const now = await fetchGroup(session, providerGroupId).then(
    (found) => found.details,
    () => ({ ...details, ...wanted }),
  );
  return {
    providerGroupId,
    requestId: null,
    details: now,
    results: await withInvites(session, providerGroupId, results),
  };
}
