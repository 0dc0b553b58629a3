import type { BinaryNode } from 'baileys';

import { isSamePerson, ownAddress, personAt } from './addresses';
import { childOf } from './nodes';
import type { WebSession } from './session-types';

/** A new phone has new keys. Linked devices have keys of their own. */
export function listenToIdentities(session: WebSession): void {
  const { ws } = session.socket;
  ws.on('CB:notification,type:encrypt', (node: BinaryNode) => {
    const { from } = node.attrs;
    const person = personAt(from);
    if (!person || !childOf(node, 'identity') || isLinkedDevice(session, from)) return;
    if (!isSamePerson(person, ownAddress(session))) session.report({ kind: 'contact', person, identityChanged: true });
  });
}

const isLinkedDevice = ({ library }: WebSession, jid: string | undefined): boolean =>
  (library.jidDecode(jid)?.device ?? 0) !== 0;
