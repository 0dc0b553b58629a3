import { until } from '../../support/process';
import type { CloudScene } from '../cloud-place';
import type { MetaGraph } from '../meta-graph';
import type { Group, Host, Message, Peer, Written } from './peer';

const UNDELIVERABLE = 131026;
const NEWCOMER = '16505550030';
let people = 0;

/** As Graph writes it. */
function bodyOf(what: Written): Record<string, unknown> {
  switch (what.type) {
    case 'text':
      return { type: 'text', text: { body: what.text } };
    case 'image':
    case 'video':
    case 'audio':
    case 'voice':
    case 'document':
    case 'sticker': {
      const { type, file, ...rest } = what;
      const name = type === 'voice' ? 'audio' : type;
      const base64 = file.bytes.toString('base64');
      const body = { ...rest, mime_type: file.mimeType, base64, ...(type === 'voice' && { voice: true }) };
      return { type: name, [name]: body };
    }
    case 'location': {
      const { type, ...place } = what;
      return { type, location: place };
    }
    case 'contact_card':
      return { type: 'contacts', contacts: [{ name: { formatted_name: what.name }, phones: [{ phone: what.phone }] }] };
    case 'button_reply':
    case 'list_reply': {
      const { type, ...reply } = what;
      return { type: 'interactive', interactive: { type, [type]: reply } };
    }
    default:
      return { type: 'unsupported', unsupported: { type: what.provider_type }, errors: [{ code: 131051 }] };
  }
}

type Account = Pick<CloudScene, 'number' | 'waba' | 'token' | 'secret' | 'callbackUrl'>;

/** The other side of Meta, which is moved by the controls of the stand-in. */
export function cloudPeer({ ask, settle }: Host, graph: MetaGraph, account: Account): Peer {
  people += 1;
  let phone = `1650600${String(people).padStart(4, '0')}`;
  const name = `Ada ${people}`;
  const comes = async (message: Record<string, unknown>, more: object = {}): Promise<void> => {
    await graph.inbound({ ...account.number, from: phone, name, messages: [message], ...more });
    await settle();
  };
  const status = async (message: Message, told: object): Promise<void> => {
    await settle();
    const { provider_message_id: id } = await ask(200, 'GET', `/messages/${message.id}`);
    const statuses = [{ message_id: id, ...told }] as Parameters<MetaGraph['status']>[0]['statuses'];
    await graph.status({ ...account.number, statuses });
    await settle();
  };

  return {
    get phone() {
      return `+${phone}`;
    },
    name,
    async writes(what, { replyTo, forwarded, twice, group } = {}) {
      const context = { ...(replyTo && { id: replyTo.provider_message_id }), ...(forwarded && { forwarded }) };
      await comes(
        { ...bodyOf(what), ...(Object.keys(context).length > 0 && { context }) },
        { ...(twice && { repeat: 2 }), ...(group && { group_id: group.provider_group_id }) },
      );
    },
    reacts: (to: Message, emoji) =>
      comes({ type: 'reaction', reaction: { message_id: to.provider_message_id, emoji } }),
    edits: (message: Message, text) =>
      comes({
        type: 'edit',
        edit: { original_message_id: message.provider_message_id, message: { type: 'text', text: { body: text } } },
      }),
    deletes: (message: Message) =>
      comes({ type: 'revoke', revoke: { original_message_id: message.provider_message_id } }),
    votes: () => Promise.reject(new Error('There are no polls at Meta.')),
    async calls() {
      const call = { id: `call.${people}`, from: phone, event: 'connect', timestamp: '1749416383' };
      const contacts = [{ wa_id: phone, profile: { name } }];
      await graph.notify({ ...account.number, field: 'calls', value: { calls: [call], contacts } });
      await settle();
    },
    async movesTo(other) {
      const system = { type: 'user_changed_number', body: 'moved', wa_id: other.slice(1) };
      await comes({ type: 'system', system });
      phone = other.slice(1);
    },
    changesPhone: () => comes({ type: 'system', system: { type: 'customer_identity_changed', body: 'changed' } }),
    tells: (message: Message, told, by) => status(message, { status: told, ...(by && { participant: phone }) }),
    async sendInVain(send) {
      const message = await send(`+${phone}`);
      await status(message, { status: 'failed', error_code: UNDELIVERABLE });
      return message;
    },
    async crew(): Promise<Group> {
      const { id } = await ask([201, 202], 'POST', '/groups', { subject: 'Crew' });
      await until(async () => {
        await settle();
        return (await ask(200, 'GET', `/groups/${id}`)).status === 'active';
      });
      const made = await ask(200, 'GET', `/groups/${id}`);
      const requests = [{ join_request_id: 'ask-1', wa_id: NEWCOMER }];
      const group = { id: made.provider_group_id, subject: 'Crew', participants: [phone], requests };
      await graph.seed({
        ...account.number,
        waba_id: account.waba,
        access_token: account.token,
        app_secret: account.secret,
        callback_url: account.callbackUrl,
        status_delays_ms: null,
        groups: [group],
      });
      return ask(200, 'GET', `/groups/${id}`);
    },
    settle,
  };
}
