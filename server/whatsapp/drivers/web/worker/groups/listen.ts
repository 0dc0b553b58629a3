import type { BinaryNode } from 'baileys';

import type { FoundGroup } from '../../../driver';
import type { DriverEvent } from '../../../driver-events';
import { isGroupJid, isSamePerson, ownAddress } from '../addresses';
import { fetchPicture } from '../picture';
import type { WebSession } from '../session-types';
import { runUnawaited } from '../unawaited';
import { forgetGroup } from './cache';
import { readNotification } from './notification';
import { fetchAllGroups, fetchGroup } from './request';

/** The library’s events come after the receipt was sent, and of two concurrent changes of a group it keeps one. */
export function listenToGroups(session: WebSession): void {
  const { ws } = session.socket;
  ws.on('CB:notification,type:w:gp2', (node: BinaryNode) => {
    const events = readNotification(node);
    const group = node.attrs['from'];
    if (group !== undefined) forgetGroup(session, group);
    session.report(...events);
    if (group !== undefined && events.some((event) => addsUs(session, event))) void reportDetails(session, group);
  });
  ws.on('CB:notification,type:picture', ({ attrs }: BinaryNode) => {
    if (isGroupJid(attrs['from'])) void reportPicture(session, attrs['from']);
  });
  // WhatsApp asks to read the groups again after a long time without a connection.
  ws.on('CB:ib,,dirty', (node: BinaryNode) => {
    const isGroups = Array.isArray(node.content) && node.content[0]?.attrs['type'] === 'groups';
    if (isGroups) void reportAll(session);
  });
}

function addsUs(session: WebSession, event: DriverEvent): boolean {
  if (event.kind !== 'group' || event.change.action !== 'added') return false;
  const us = ownAddress(session);
  return event.change.people.some((person) => isSamePerson(person, us));
}

const detailsEvent = ({ providerGroupId, details }: FoundGroup): DriverEvent => ({
  kind: 'group',
  providerGroupId,
  change: { action: 'details', details },
  at: new Date(),
});

const reportDetails = (session: WebSession, group: string): Promise<void> =>
  runUnawaited(session, 'group details not read', async () =>
    session.report(detailsEvent(await fetchGroup(session, group))),
  );

const reportAll = (session: WebSession): Promise<void> =>
  runUnawaited(session, 'groups not read', async () => {
    // One report each, since a group can have a thousand members.
    for (const group of await fetchAllGroups(session)) session.report(detailsEvent(group));
  });

const reportPicture = (session: WebSession, group: string): Promise<void> =>
  runUnawaited(session, 'group picture not read', async () => {
    const pictureUrl = await fetchPicture(session, group);
    session.report(detailsEvent({ providerGroupId: group, details: { pictureUrl } }));
  });
