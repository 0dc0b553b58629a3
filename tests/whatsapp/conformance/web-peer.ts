import { proto } from 'baileys';

import { until } from '../../support/process';
import type { FileKind } from '../../support/whatsapp-web/media/files';
import type { WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { secretOf, voteFor } from '../web/votes';
import { type Group, type Host, Impossible, type Message, type Peer, type Written } from './peer';

const [NEWCOMER, ADDED, BYSTANDER] = ['15550100030', '15550100031', '15550100032'] as const;
const NOT_ON_WHATSAPP = '+15559990001';
const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
/** The attribute `edit` of their stanzas. */
const [EDITED, REVOKED] = ['1', '7'] as const;
const POLLING = { everyMs: 10 };
let people = 0;

type File = Extract<Written, { file: unknown }>;

const kindOf = ({ type }: File): FileKind => (type === 'voice' ? 'audio' : type);

const fieldsOf = ({ type, file, caption, filename }: File) => ({
  mimetype: file.mimeType,
  ...(type === 'voice' && { ptt: true }),
  ...(caption !== undefined && { caption }),
  ...(filename !== undefined && { fileName: filename }),
});

const cardOf = (name: string, phone: string): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, `TEL;type=CELL;waid=${phone.slice(1)}:${phone}`, 'END:VCARD'].join('\n');

/** As a phone writes it. */
function contentOf(what: Exclude<Written, File>, contextInfo: proto.IContextInfo): proto.IMessage {
  switch (what.type) {
    case 'text':
      return { extendedTextMessage: { text: what.text, contextInfo } };
    case 'location': {
      const { latitude, longitude, name } = what;
      return { locationMessage: { degreesLatitude: latitude, degreesLongitude: longitude, name } };
    }
    case 'contact_card':
      return { contactMessage: { displayName: what.name, vcard: cardOf(what.name, what.phone) } };
    case 'unsupported':
      throw new Impossible('Contents are named after fields of the protocol.');
    default:
      throw new Impossible('Nobody can answer what cannot be sent.');
  }
}

/** The other side of WhatsApp Web; `own` is the number to which the instance is linked. */
export function webPeer({ ask, settle: settleServer, events }: Host, network: WhatsAppWebPeer, own: string): Peer {
  people += 1;
  const me = network.person(own);
  let person = network.person(`1555070${String(people).padStart(4, '0')}`);
  person.name = `Ada ${people}`;
  for (const known of [NEWCOMER, ADDED, BYSTANDER]) network.person(known);

  const messageOf = ({ id }: Message): Promise<Message> => ask(200, 'GET', `/messages/${id}`);
  /** Events are applied in order: what the own phone writes now is the last of them. */
  const applied = async (): Promise<void> => {
    const marker = await me.sendText(BYSTANDER, 'All of it');
    await until(async () => {
      const { data } = await ask(200, 'GET', '/messages?direction=outbound&limit=5');
      return data.some(({ provider_message_id: id }: Message) => id === marker);
    }, POLLING);
  };
  /** Whatever comes is reported before it is acknowledged. */
  const settle = async (): Promise<void> => {
    await network.settled();
    await applied();
  };
  const sends = async (content: proto.IMessage, attrs: Record<string, string> = {}): Promise<void> => {
    await person.send(own, content, { attrs });
    // Messages of different people may be read in another order than they came in.
    await settle();
  };
  const keyOf = ({ provider_message_id: id }: Message, fromMe: boolean) => ({ remoteJid: me.jid, id, fromMe });

  return {
    get phone() {
      return `+${person.phone}`;
    },
    name: person.name,
    async writes(what, { replyTo, forwarded, twice, group } = {}) {
      const to = group?.provider_group_id ?? own;
      const contextInfo: proto.IContextInfo = {
        ...(replyTo && {
          stanzaId: replyTo.provider_message_id,
          participant: me.lidJid,
          quotedMessage: { conversation: replyTo.content.text },
        }),
        ...(forwarded && { isForwarded: true, forwardingScore: 1 }),
      };
      if ('file' in what) await person.sendFile(to, kindOf(what), what.file.bytes, fieldsOf(what));
      else {
        const content = contentOf(what, contextInfo);
        const id = await person.send(to, content);
        if (twice) {
          await settle();
          await person.send(to, content, { id });
        }
      }
      await settle();
    },
    reacts: (to, emoji) => sends({ reactionMessage: { key: keyOf(to, false), text: emoji } }),
    edits: (message, text) => {
      const key = keyOf(message, true);
      return sends(
        { protocolMessage: { key, type: MESSAGE_EDIT, editedMessage: { conversation: text } } },
        { edit: EDITED },
      );
    },
    deletes: (message) => sends({ protocolMessage: { key: keyOf(message, true), type: REVOKE } }, { edit: REVOKED }),
    /** Votes are decrypted after they are received. */
    async votes({ id, provider_message_id: pollId }, options) {
      const { message } = await person.receivesMessage(pollId);
      const [creator, voter] = [me.lidJid, person.lidJid];
      await person.send(own, voteFor({ pollId, secret: secretOf(message), creator, voter, options }));
      await until(async () => (await events('whatsapp.message.poll_voted')).some((one) => one.id === id), POLLING);
    },
    async calls() {
      person.calls(own);
      await settle();
    },
    /** WhatsApp tells it to groups. */
    async movesTo(phone) {
      person.createGroup('Neighbours', [own]);
      person = person.changesNumber(phone.slice(1));
      await settle();
    },
    async changesPhone() {
      person.changesPhone();
      await settle();
    },
    async tells(message, status) {
      const reached = async (wanted: string): Promise<boolean> =>
        (await messageOf(message)).status_history.some((one: { status: string }) => one.status === wanted);
      if (status === 'sent' && (await reached('delivered')))
        throw new Impossible('WhatsApp acknowledges a message only once.');
      if (status !== 'sent') person.receipt((await messageOf(message)).provider_message_id, status);
      await until(() => reached(status), POLLING);
    },
    async sendInVain(send) {
      const message = await send(NOT_ON_WHATSAPP);
      await settleServer();
      return message;
    },
    async crew(): Promise<Group> {
      const order = { subject: 'Crew', participants: [`+${person.phone}`], join_approval: true };
      const group = await ask(201, 'POST', '/groups', order);
      network.person(NEWCOMER).in(group.provider_group_id).join();
      await settle();
      return group;
    },
    settle,
  };
}
