import type { Address, DriverEvent } from '../../driver-events';
import { completed, jidOf, personAt, phoneJid } from './addresses';
import { notReachable, refusedCall } from './errors';
import { childOf, childrenOf, element } from './nodes';
import { queryServer } from './query-server';
import type { WebSession } from './session-types';
import { storedJson, withOrWithout } from './stored-json';
import { runUnawaited } from './unawaited';

const blockedJids = (session: WebSession) => storedJson<string[]>(session, 'blocked', []);

/** WhatsApp blocks by LID, and requires the phone number with it. */
export async function changeBlock(
  session: WebSession,
  { who, blocked }: { who: Address; blocked: boolean },
): Promise<void> {
  if (jidOf(who) === undefined) throw notReachable();
  const { lid, phone } = await completed(session, who);
  if (lid === undefined) throw refusedCall('not_on_whatsapp');
  if (blocked && phone === undefined) throw refusedCall('recipient_id_unsupported', 'The phone number is not known.');
  const action = blocked ? 'block' : 'unblock';
  const number = blocked && phone !== undefined ? { pn_jid: phoneJid(phone) } : {};
  const content = [element('item', { action, jid: lid, ...number })];
  await queryServer(session, { about: 'blocklist', type: 'set', content });
  await blockedJids(session).change(withOrWithout(lid, blocked));
}

export function listenToBlocks(session: WebSession): void {
  const { ev } = session.socket;
  ev.on('blocklist.update', ({ blocklist, type }) => {
    const isBlocked = type === 'add';
    report(session, blocklist, isBlocked);
    void runUnawaited(session, 'block list not kept', async () => {
      for (const jid of blocklist) await blockedJids(session).change(withOrWithout(jid, isBlocked));
    });
  });
  ev.on('connection.update', ({ connection }) => {
    if (connection === 'open') void runUnawaited(session, 'block list not read', () => readBlocks(session));
  });
}

/** Reports what has changed since the last read, also on the phone. */
async function readBlocks(session: WebSession): Promise<void> {
  const answer = await queryServer(session, { about: 'blocklist', type: 'get' });
  const now = childrenOf(childOf(answer, 'list'), 'item').flatMap(({ attrs }) => attrs['jid'] ?? []);
  const before = await blockedJids(session).read();
  report(
    session,
    now.filter((jid) => !before.includes(jid)),
    true,
  );
  report(
    session,
    before.filter((jid) => !now.includes(jid)),
    false,
  );
  if (before.join() !== now.join()) await blockedJids(session).change(() => now);
}

function report(session: WebSession, jids: readonly string[], isBlocked: boolean): void {
  const events = jids.flatMap((jid): DriverEvent[] => {
    const person = personAt(jid);
    return person ? [{ kind: 'contact', person, isBlocked }] : [];
  });
  session.report(...events);
}
