import { expect, test } from 'bun:test';

import { referenceDocument } from '../../web/features/reference/document';
import { groupsOf } from '../../web/features/reference/outline';

const operation = (tag: string) => ({ get: { operationId: tag, summary: tag, tags: [tag] } });
const DOCUMENT = {
  info: { title: 'Switchboard API' },
  tags: [{ name: 'WhatsApp instances' }, { name: 'Webhooks' }],
  paths: {
    '/a': operation('Unlisted'),
    '/webhooks': operation('Webhooks'),
    '/whatsapp': operation('WhatsApp instances'),
  },
};

test('the outline has the order of the viewer, so that nothing changes its place when the viewer is there', () => {
  expect([...groupsOf(DOCUMENT).keys()]).toEqual(['WhatsApp instances', 'Webhooks', 'Unlisted']);
  expect(groupsOf(undefined).size).toBe(0);
});

test('the viewer names the surface that it shows', () => {
  Object.assign(globalThis, { location: { origin: 'http://localhost' } });
  expect(referenceDocument(DOCUMENT, '', 'WhatsApp API').info?.title).toBe('WhatsApp API');
});
