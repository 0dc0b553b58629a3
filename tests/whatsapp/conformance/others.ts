import { expect } from 'bun:test';

import type { Scenario } from './conform';

export const OTHERS: Scenario[] = [
  {
    name: 'who wrote is a contact, by name and number',
    capability: 'contact.list',
    async run({ peer, contact, ask }) {
      const { data } = await ask(200, 'GET', `/contacts?q=${encodeURIComponent(peer.phone.slice(1))}`);
      expect(data.map(({ id }: { id: string }) => id)).toEqual([contact]);
      expect(await ask(200, 'GET', `/contacts/${contact}`)).toMatchObject({ phone: peer.phone, push_name: peer.name });
    },
  },
  {
    name: 'numbers are checked',
    capability: 'contact.check',
    async run({ peer, contact, ask }) {
      const { data } = await ask(200, 'POST', '/contacts/check', { phones: [peer.phone] });
      expect(data).toMatchObject([{ input: peer.phone, exists: true, contact: { id: contact } }]);
    },
  },
  {
    name: 'the picture of a contact is asked for',
    capability: 'contact.picture',
    run: async ({ contact, ask }) => void (await ask(200, 'GET', `/contacts/${contact}/picture`)),
  },
  {
    name: 'the line below the name of a contact is asked for',
    capability: 'contact.about',
    run: async ({ contact, ask }) => void (await ask(200, 'GET', `/contacts/${contact}/about`)),
  },
  {
    name: 'somebody is blocked and let in again',
    capability: 'contact.block',
    async run({ contact, ask }) {
      expect(await ask(200, 'POST', `/contacts/${contact}/block`)).toMatchObject({ is_blocked: true });
      expect(await ask(200, 'POST', `/contacts/${contact}/unblock`)).toMatchObject({ is_blocked: false });
    },
  },
  {
    name: 'who opted out gets nothing',
    capability: 'message.text',
    async run({ peer, contact, ask }) {
      await ask(200, 'PATCH', `/contacts/${contact}`, { opt_out: 'all' });
      const refused = await ask(422, 'POST', '/messages', { to: peer.phone, content: { type: 'text', text: 'News' } });
      expect(refused.errors).toMatchObject([{ pointer: '/to', code: 'recipient_opted_out' }]);
    },
  },
  {
    name: 'the profile is read',
    capability: 'profile.read',
    run: async ({ ask }) => expect(await ask(200, 'GET', '/profile')).toMatchObject({ object: 'whatsapp.profile' }),
  },
  {
    name: 'the profile is changed',
    capability: 'profile.write',
    async run({ ask }) {
      await ask(200, 'PATCH', '/profile', { about: 'At work' });
      expect(await ask(200, 'GET', '/profile')).toMatchObject({ about: 'At work' });
    },
  },
  {
    name: 'templates are listed and read',
    capability: 'template.read',
    async run({ ask }) {
      await ask(200, 'POST', '/templates/sync');
      const { data } = await ask(200, 'GET', '/templates');
      expect(data).toMatchObject([{ name: 'hello_world', language: 'en_US', status: 'approved' }]);
      expect(await ask(200, 'GET', `/templates/${data[0].id}`)).toEqual(data[0]);
    },
  },
  {
    name: 'a template is created',
    capability: 'template.write',
    async run({ ask }) {
      const made = await ask(201, 'POST', '/templates', {
        name: 'order_shipped',
        language: 'en_US',
        category: 'utility',
        body: { text: 'Order {{1}} is on its way.', examples: ['42'] },
      });
      expect(made).toMatchObject({ name: 'order_shipped', status: 'pending', parameter_format: 'positional' });
      expect(await ask(200, 'GET', `/templates/${made.id}`)).toMatchObject({ id: made.id, category: 'utility' });
    },
  },
  {
    name: 'a code is there while an instance waits to be paired',
    capability: 'instance.qr',
    run: async ({ ask }) => expect(await ask(409, 'GET', '/qr')).toMatchObject({ code: 'invalid_state' }),
  },
  {
    name: 'a pairing code is there while an instance waits to be paired',
    capability: 'instance.pairing_code',
    async run({ ask }) {
      expect(await ask(409, 'POST', '/pairing-code', { phone: '+15550100000' })).toMatchObject({
        code: 'invalid_state',
      });
    },
  },
  {
    name: 'the simulated network has controls',
    capability: 'sandbox.controls',
    run: async ({ ask }) => void (await ask(200, 'POST', '/sandbox/advance', { seconds: 1 })),
  },
];
