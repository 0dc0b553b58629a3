import { changeMessage, presentIn } from '../connections/move';
import type { DriverReactionEvent } from '../drivers/driver-events';
import type { ContactRow } from '../identity/contact';
import { ownParty, party } from '../present/contacts';
import type { MessageRow } from '../present/messages';
import type { Work } from '../work-types';
import { saveEarly } from './save-early';
import { messageTargets } from './targets';

const LIMIT = 1024;

/** The event of a reaction to an unknown message is raised at once and saved: `isLate` is true when it was raised. */
export async function applyReaction(work: Work, driverEvent: DriverReactionEvent, isLate: boolean): Promise<boolean> {
  const { by, rows } = await messageTargets(work, driverEvent);
  const [row] = rows;
  if (row) {
    await setReaction(work, row, by, driverEvent.emoji, driverEvent.at, { quiet: isLate });
    return true;
  }
  if (isLate || !(await saveEarly(work, driverEvent))) return false;
  const reaction = { party: partyOf(work, by), emoji: driverEvent.emoji };
  work.raise('whatsapp.message.reacted', { provider_message_id: driverEvent.providerMessageId, reaction });
  return true;
}

const partyOf = (work: Work, by: ContactRow | null) => (by ? party(by) : ownParty(work.instance));

/** `by` is null for this account; an empty `emoji` removes the reaction. Undefined without a change. */
export async function setReaction(
  work: Work,
  row: MessageRow,
  by: ContactRow | null,
  emoji: string | null,
  at: Date,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<MessageRow | undefined> {
  const contactId = by?.id ?? null;
  const before = row.reactions.findLast((one) => one.contact_id === contactId);
  const given = emoji ?? '';
  // A removed reaction stays as an empty entry, because its addition may be repeated.
  if (
    before &&
    (new Date(before.at) > at || (before.emoji === given && new Date(before.at).getTime() === at.getTime()))
  ) {
    return undefined;
  }
  const others = row.reactions.filter((one) => one.contact_id !== contactId);
  const reactions = [...others, { contact_id: contactId, emoji: given, at: at.toISOString() }].slice(-LIMIT);
  const after = await changeMessage(work, row, { reactions });
  if ((before?.emoji ?? '') === given || quiet) return after;
  const reaction = { party: partyOf(work, by), emoji: given === '' ? null : given };
  work.raise('whatsapp.message.reacted', { ...(await presentIn(work, after)), reaction });
  return after;
}
