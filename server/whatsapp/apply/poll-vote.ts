import { createHash } from 'node:crypto';

import { presentIn } from '../connections/move';
import type { DriverPollVoteEvent } from '../drivers/driver-events';
import { ownParty, party } from '../present/contacts';
import type { Work } from '../work-types';
import { reactorKey, messageTargets } from './targets';

export async function applyPollVote(work: Work, driverEvent: DriverPollVoteEvent): Promise<boolean> {
  const { by, rows } = await messageTargets(work, driverEvent);
  const row = rows.find(({ type }) => type === 'poll');
  if (!row) return false;

  const vote = { party: by ? party(by) : ownParty(work.instance), options: driverEvent.options };
  const said = JSON.stringify([row.id, reactorKey(by), driverEvent.at.toISOString(), driverEvent.options]);
  const dedupeKey = `wa-vote:${createHash('sha256').update(said).digest('base64url')}`;
  work.raise('whatsapp.message.poll_voted', { ...(await presentIn(work, row)), vote }, { dedupeKey });
  return true;
}
