import { inline } from './files';
import type { Group, Host, Message, Peer, Written } from './peer';

/** Nobody of the simulated network who does anything by himself. */
const NEWCOMER = '+15550100030';
const NOT_ON_WHATSAPP = '+15550100001';
let people = 0;

function contentOf(what: Written): object {
  switch (what.type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'voice':
    case 'document':
    case 'sticker': {
      const { file, ...rest } = what;
      return { ...rest, media: inline(file) };
    }
    case 'contact_card':
      return { type: 'contacts', contacts: [{ name: { formatted: what.name }, phones: [{ phone: what.phone }] }] };
    default:
      return what;
  }
}

/** The other side of the simulated network, which is moved by its controls. */
export function sandboxPeer({ ask, settle }: Host): Peer {
  people += 1;
  let phone = `+1555040${String(people).padStart(4, '0')}`;
  const name = `Ada ${people}`;
  const happens = (event: object, more: object = {}) =>
    ask(201, 'POST', '/sandbox/inbound', { from: phone, name, event, ...more });

  return {
    get phone() {
      return phone;
    },
    name,
    async writes(what, { replyTo, forwarded, twice, group } = {}) {
      const given = {
        ...(replyTo && { reply_to: replyTo.id }),
        ...(forwarded && { forwarded }),
      };
      const event =
        what.type === 'button_reply'
          ? { ...what, ...(replyTo && { message_id: replyTo.id }) }
          : { type: 'message', content: contentOf(what), ...given };
      await happens(event, { ...(twice && { duplicate: true }), ...(group && { group_id: group.id }) });
      await settle();
    },
    reacts: (to: Message, emoji) => happens({ type: 'reaction', message_id: to.id, emoji }),
    edits: (message: Message, text) => happens({ type: 'edit', message_id: message.id, text }),
    deletes: (message: Message) => happens({ type: 'delete', message_id: message.id }),
    votes: (poll: Message, options) => happens({ type: 'poll_vote', message_id: poll.id, options }),
    calls: () => happens({ type: 'call' }),
    async movesTo(other) {
      await happens({ type: 'number_changed', new_phone: other });
      phone = other;
    },
    changesPhone: () => happens({ type: 'identity_changed' }),
    async tells(message: Message, status, by) {
      await settle();
      await happens({ type: 'status', message_id: message.id, status }, by ? { group_id: by.group.id } : {});
    },
    async sendInVain(send) {
      const message = await send(NOT_ON_WHATSAPP);
      await settle();
      return message;
    },
    async crew(): Promise<Group> {
      const group = await ask(201, 'POST', '/groups', { subject: 'Crew', participants: [phone] });
      const event = { type: 'group', action: 'join_request', participants: [NEWCOMER] };
      await happens(event, { group_id: group.id });
      return group;
    },
    settle,
  };
}
