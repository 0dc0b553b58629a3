import type { ContactCalls } from '../../driver';
import type { Address, Person } from '../../driver-events';
import { addressOf, digitsOf, personAt, phoneJid, reachableJid } from './addresses';
import { changeBlock, listenToBlocks } from './blocks';
import { contactEvents } from './contact-events';
import { listenToIdentities } from './identities';
import { listenToMappings } from './lid-mappings';
import { childOf, element, encodeText, nodeText } from './nodes';
import { fetchPicture } from './picture';
import type { Feature, WebSession } from './session-types';
import { runUnawaited } from './unawaited';
import { aboutOf, usync } from './usync';

interface OfPerson {
  who: Address;
}

type Checked = Awaited<ReturnType<NonNullable<ContactCalls['check']>>>;

export const contactsFeature: Feature = {
  listen(session) {
    const { ev } = session.socket;
    ev.on('contacts.upsert', (contacts) => session.report(...contacts.flatMap(contactEvents)));
    // Each message brings the name of its sender, which is reported with the message.
    ev.on('contacts.update', (contacts) => {
      for (const { id, imgUrl } of contacts) if (imgUrl !== undefined) onPicture(session, id);
    });
    listenToBlocks(session);
    listenToMappings(session);
    listenToIdentities(session);
  },
  calls: {
    'contacts.check': checkPhones,
    'contacts.picture': (session: WebSession, { who }: OfPerson) => fetchPicture(session, profileJid(who)),
    'contacts.about': (session: WebSession, { who }: OfPerson) => aboutOf(session, profileJid(who)),
    'contacts.block': changeBlock,
  },
};

/** WhatsApp leaves out unknown numbers, and may answer with another number than the one asked for, which it repeats. */
async function checkPhones(session: WebSession, { phones }: { phones: readonly string[] }): Promise<Checked> {
  if (phones.length === 0) return [];
  const users = [...new Set(phones)].map((phone) =>
    element('user', {}, [element('contact', {}, encodeText(`+${phone}`))]),
  );
  const answered = await usync(session, [element('contact'), element('lid')], users);
  const found = new Map<string, Person>();
  for (const user of answered) {
    const contact = childOf(user, 'contact');
    const person = personAt(user.attrs['jid'], childOf(user, 'lid')?.attrs['val']);
    const asked = digitsOf(nodeText(contact) ?? '') || addressOf(user.attrs['jid'])?.phone;
    if (contact?.attrs['type'] === 'in' && person && asked !== undefined) found.set(asked, person);
  }
  return phones.map((phone) => {
    const person = found.get(phone);
    return person ? { exists: true, person } : { exists: false, person: { phone } };
  });
}

/** WhatsApp shows profiles under the phone number if it is known. */
const profileJid = (address: Address): string =>
  address.phone === undefined ? reachableJid(address) : phoneJid(address.phone);

function onPicture(session: WebSession, jid: string | undefined): void {
  const person = personAt(jid);
  if (!person || jid === undefined) return;
  void runUnawaited(session, 'picture of a contact not read', async () => {
    const pictureUrl = await fetchPicture(session, jid);
    session.report({ kind: 'contact', person, pictureUrl });
  });
}
