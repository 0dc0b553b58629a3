import type { BinaryNode } from 'baileys';

import { childOf, childrenOf, element, nodeText } from './nodes';
import { queryServer } from './query-server';
import type { WebSession } from './session-types';

/** One element for each user that WhatsApp knows. */
export async function usync(session: WebSession, fields: BinaryNode[], users: BinaryNode[]): Promise<BinaryNode[]> {
  const sid = session.socket.generateMessageTag();
  const attrs = { context: 'interactive', mode: 'query', sid, last: 'true', index: '0' };
  const content = [element('usync', attrs, [element('query', {}, fields), element('list', {}, users)])];
  const answer = await queryServer(session, { about: 'usync', type: 'get', content });
  return childrenOf(childOf(childOf(answer, 'usync'), 'list'), 'user');
}

/** The “About” text; null if there is none or the person hides it. */
export async function aboutOf(session: WebSession, jid: string): Promise<string | null> {
  const [user] = await usync(session, [element('status')], [element('user', { jid })]);
  const about = nodeText(childOf(user, 'status'));
  return about === undefined || about === '' ? null : about;
}
