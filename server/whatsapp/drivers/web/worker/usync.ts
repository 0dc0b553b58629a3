import type { BinaryNode } from 'baileys';

import { ask } from './ask';
import { childOf, childrenOf, element, textOf } from './nodes';
import type { WebSession } from './session-types';

/** Asks for these fields of these users; one element for each user that WhatsApp knows. */
export async function usync(session: WebSession, fields: BinaryNode[], users: BinaryNode[]): Promise<BinaryNode[]> {
  const sid = session.socket.generateMessageTag();
  const attrs = { context: 'interactive', mode: 'query', sid, last: 'true', index: '0' };
  const content = [element('usync', attrs, [element('query', {}, fields), element('list', {}, users)])];
  const answer = await ask(session, { about: 'usync', type: 'get', content });
  return childrenOf(childOf(childOf(answer, 'usync'), 'list'), 'user');
}

/** The “About” text of a person; null without one, and when the person does not show it. */
export async function aboutOf(session: WebSession, jid: string): Promise<string | null> {
  const [user] = await usync(session, [element('status')], [element('user', { jid })]);
  const about = textOf(childOf(user, 'status'));
  return about === undefined || about === '' ? null : about;
}
