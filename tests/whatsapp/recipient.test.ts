import { expect, test } from 'bun:test';

import { parseRecipient } from '../../server/whatsapp/identity/parse';
import { newId } from '../../shared/ids';

const address = (value: object) => ({ kind: 'address', address: value });

test('a recipient is an id, a JID, a BSUID or a phone number', () => {
  for (const [kind, prefix] of [
    ['contact', 'cnt'],
    ['group', 'grp'],
    ['chat', 'cht'],
  ] as const) {
    const id = newId(prefix);
    expect(parseRecipient(id)).toEqual({ kind, id });
  }
  expect(parseRecipient('15550100000:12@s.whatsapp.net')).toEqual(address({ phone: '15550100000' }) as never);
  expect(parseRecipient('15550100000@c.us')).toEqual(address({ phone: '15550100000' }) as never);
  expect(parseRecipient('123456789012345:3@lid')).toEqual(address({ lid: '123456789012345@lid' }) as never);
  expect(parseRecipient('120363025246125486@g.us')).toEqual({
    kind: 'provider_group',
    providerGroupId: '120363025246125486@g.us',
  });
  expect(parseRecipient('US.ENT.1349a')).toEqual(address({ bsuid: 'US.ENT.1349a' }) as never);
  expect(parseRecipient('+1 (555) 010-0000')).toEqual(address({ phone: '15550100000' }) as never);
});

test('anything else is no recipient', () => {
  for (const text of [
    '',
    'ada',
    '12345',
    '1'.repeat(16),
    'msg_01jd9x3k2mf8v9q4zt7w5b6n0c',
    '👋',
    'a@b',
    '1'.repeat(201),
  ]) {
    expect(parseRecipient(text)).toBeUndefined();
  }
});
