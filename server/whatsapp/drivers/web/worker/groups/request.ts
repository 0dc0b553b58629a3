import type { BinaryNode } from 'baileys';

import type { FoundGroup } from '../../../driver';
import { CallError, hasProviderCode } from '../call-error';
import { GROUP_CODES, refusedCall } from '../errors';
import { childOf, childrenOf, element } from '../nodes';
import { queryServer } from '../query-server';
import type { WebSession } from '../session-types';
import { readGroup } from './details';

/** Receiver of requests that are not about one existing group. */
export const ALL_GROUPS = '@g.us';

export async function askGroup(
  session: WebSession,
  type: 'get' | 'set',
  to: string,
  content: BinaryNode,
): Promise<BinaryNode> {
  try {
    return await queryServer(session, { about: 'w:g2', type, to, content: [content], codes: GROUP_CODES });
  } catch (error) {
    if (type === 'set' && hasProviderCode(error, FORBIDDEN) && (await isMember(session, to))) throw onlyAdmins();
    throw error;
  }
}

/** WhatsApp answers this to people who are no members, and to members who are no admins. */
const FORBIDDEN = 403;

const isMember = (session: WebSession, group: string): Promise<boolean> =>
  fetchGroup(session, group).then(
    () => true,
    () => false,
  );

const onlyAdmins = (): CallError =>
  new CallError('refused', 'permission_missing', 'Only admins of the group can do this.', FORBIDDEN);

export const queryGroup = (session: WebSession, jid: string): Promise<BinaryNode> =>
  askGroup(session, 'get', jid, element('query', { request: 'interactive' }));

export const fetchGroup = async (session: WebSession, jid: string): Promise<FoundGroup> =>
  groupInAnswer(await queryGroup(session, jid));

export function groupInAnswer(answer: BinaryNode): FoundGroup {
  const found = readGroup(childOf(answer, 'group'));
  if (!found) throw refusedCall('group_unknown');
  return found;
}

export async function fetchAllGroups(session: WebSession): Promise<FoundGroup[]> {
  const content = [element('participants'), element('description')];
  const answer = await askGroup(session, 'get', ALL_GROUPS, element('participating', {}, content));
  return childrenOf(childOf(answer, 'groups'), 'group').flatMap((group) => readGroup(group) ?? []);
}
