import { afterAll, expect, test } from 'bun:test';

import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { seedInstance } from '../whatsapp/message-scenes';
import { inboundText } from '../whatsapp/support';
import { automationScenes, startAutomation, textTo } from './support';

const server = await startAutomation();
const scene = automationScenes(server);
afterAll(() => server.stop());

const TO = '+15557000000';
type Scene = Awaited<ReturnType<typeof scene>>;

const preview = (place: Scene, body: object) => place.expectStatus(200, 'POST', '/publications/preview', body);
async function partsOf(place: Scene, body: object) {
  const { deliveries, issues } = await preview(place, body);
  expect(issues).toEqual([]);
  return deliveries[0].parts.map(({ content }: { content: object }) => content);
}
const issuesOf = async (place: Scene, body: object) =>
  (await preview(place, body)).issues.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);

test('Markdown and HTML become WhatsApp’s formatting', async () => {
  const place = await scene();
  const { id } = await place.instance();
  const textOf = async (text: string, format: string) =>
    (await partsOf(place, textTo(id, [TO], { content: { text, format } })))[0].text;
  expect(await textOf('**bold** _italic_ ~~gone~~', 'markdown')).toBe('*bold* _italic_ ~gone~');
  expect(await textOf('<p><b>bold</b> <i>italic</i> <s>gone</s></p>', 'html')).toBe('*bold* _italic_ ~gone~');
  expect(await textOf('**as it is**', 'plain')).toBe('**as it is**');
});

test('the text is the caption of the first file where it fits, else a message before it', async () => {
  const place = await scene();
  const { id } = await place.instance();
  const image = { url: 'https://example.com/cat.jpg' };
  const document = { url: 'https://example.com/menu.pdf', filename: 'menu.pdf' };
  const withMedia = (text: string, ...media: object[]) => textTo(id, [TO], { content: { text, media } });
  expect(await partsOf(place, withMedia('Our cat', image, document))).toEqual([
    { type: 'image', media: image, caption: 'Our cat' },
    { type: 'document', media: { url: document.url }, filename: 'menu.pdf' },
  ]);
  const long = 'x'.repeat(1025);
  expect(await partsOf(place, withMedia(long, image))).toEqual([
    { type: 'text', text: long, link_preview: true },
    { type: 'image', media: image },
  ]);
  expect(await partsOf(place, withMedia('Listen', { url: 'https://example.com/a.mp3', caption: 'A song' }))).toEqual([
    { type: 'text', text: 'Listen', link_preview: true },
    { type: 'audio', media: { url: 'https://example.com/a.mp3' } },
    { type: 'text', text: 'A song' },
  ]);
});

test('a text that is too long is refused, truncated or split', async () => {
  const place = await scene();
  const { id } = await place.instance();
  const text = `${'word '.repeat(900)}\n\n${'other '.repeat(600)}`.trim();
  const body = (overflow: string) => textTo(id, [TO], { content: { text }, overflow });
  expect(await issuesOf(place, body('reject'))).toEqual([['/content/text', 'too_long']]);
  const [cut] = await partsOf(place, body('truncate'));
  expect(cut.text.length).toBeLessThanOrEqual(4096);
  expect(cut.text.endsWith('…')).toBe(true);

  const texts = (await partsOf(place, body('split'))).map((part: { text: string }) => part.text);
  expect(texts.length).toBe(2);
  expect(texts.join(' ').split(/\s+/)).toEqual(text.split(/\s+/));
  for (const one of texts) expect(one.length).toBeLessThanOrEqual(4096);

  const endless = textTo(id, [TO], { content: { text: 'x'.repeat(50_000) }, overflow: 'split' });
  expect(await issuesOf(place, endless)).toEqual([['/content/text', 'too_many_parts']]);
});

test('overrides replace the content, in the form of messages', async () => {
  const place = await scene();
  const { id } = await place.instance();
  const poll = { type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'] };
  const made = await place.publish(textTo(id, [TO], { overrides: { whatsapp: { content: poll } } }));
  await place.settle();
  expect((await place.messages())[0]?.content).toEqual(poll as never);
  expect((await place.delivery(made.id)).parts[0]?.type).toBe('poll');
  expect(await partsOf(place, textTo(id, [TO], { overrides: { whatsapp: { text: '*Mine*' } } }))).toEqual([
    { type: 'text', text: '*Mine*', link_preview: true },
  ]);
  const reaction = { type: 'reaction', message_id: 'msg_1', emoji: '👍' };
  expect(await issuesOf(place, textTo(id, [TO], { overrides: { whatsapp: { content: reaction } } }))).toEqual([
    ['/overrides/whatsapp/content/type', 'unsupported_message_type'],
  ]);
});

test('content that the driver does not support is an issue of the preview', async () => {
  const place = await scene();
  const cloud = await seedInstance(place.workspaceId, { driver: 'cloud' });
  const poll = { type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'] };
  expect(await issuesOf(place, textTo(cloud, [TO], { overrides: { whatsapp: { content: poll } } }))).toEqual([
    ['/overrides/whatsapp/content', 'unsupported_by_driver'],
  ]);
});

test('a service window that may be closed fails the delivery on a strict instance', async () => {
  const place = await scene();
  const settings = { ...DEFAULT_SETTINGS, strict_window: true };
  const cloud = await seedInstance(place.workspaceId, { driver: 'cloud', settings });
  const { id } = await place.publish(textTo(cloud, [TO]));
  await place.reaches(id, 'failed');
  expect(await place.delivery(id)).toMatchObject({ error: { code: 'reengagement_window_closed' } });
  expect(await place.messages()).toEqual([]);
});

test('the same person is one recipient in any form; an unknown one is refused with its path', async () => {
  const place = await scene();
  const { id, at } = await place.instance();
  await place.expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText(TO));
  const [contact] = (await place.expectStatus(200, 'GET', `${at}/contacts`)).data;
  const [chat] = (await place.expectStatus(200, 'GET', `${at}/chats`)).data;
  const jid = `${TO.slice(1)}@s.whatsapp.net`;
  const { total, deliveries } = await preview(place, textTo(id, [TO, contact.id, chat.id, jid, '+1 (555) 700-0000']));
  expect(total).toBe(1);
  expect(deliveries).toHaveLength(1);

  const foreign = (await scene()).workspaceId;
  expect(foreign).not.toBe(place.workspaceId);
  const wrong = textTo(id, ['cnt_01jd9x3k2mf8v9q4zt7w5b6n0c', 'nobody', '120363000000000000@g.us']);
  expect(await issuesOf(place, wrong)).toEqual([
    ['/targets/0/to/0', 'related_not_found'],
    ['/targets/0/to/1', 'invalid_recipient'],
    ['/targets/0/to/2', 'related_not_found'],
  ]);
  const before = (await place.expectStatus(200, 'GET', `${at}/contacts`)).data.length;
  await preview(place, textTo(id, ['+15557000099']));
  expect((await place.expectStatus(200, 'GET', `${at}/contacts`)).data).toHaveLength(before);
});

test('the instance may be omitted where there is exactly one, and those of other workspaces are unknown', async () => {
  const [place, other] = [await scene(), await scene()];
  const target = { channel: 'whatsapp', to: [TO] };
  const body = { content: { text: 'Hi' }, targets: [target] };
  expect(await issuesOf(place, body)).toEqual([['/targets/0/instance_id', 'required']]);
  const one = await place.instance();
  expect((await preview(place, body)).deliveries[0].instance_id).toBe(one.id);
  await place.instance();
  expect(await issuesOf(place, body)).toEqual([['/targets/0/instance_id', 'required']]);

  const foreign = await other.call('POST', '/publications', textTo(one.id, [TO]));
  expect(foreign).toMatchObject({ status: 422, body: { code: 'related_not_found' } });
  const narrow = await place.keyOf({ resources: { whatsapp_instances: [one.id] } });
  expect((await narrow('POST', '/publications', body)).status).toBe(202);
});

test('all recipients share one download of a file', async () => {
  const place = await scene();
  const { id } = await place.instance();
  const media = [{ url: 'https://example.com/cat.jpg' }];
  await place.publish(textTo(id, [TO, '+15557000001', '+15557000002'], { content: { media } }));
  await server.services.automation.publisher.idle();
  const files = (await place.messages()).map(({ mediaId }) => mediaId);
  expect(files).toHaveLength(3);
  expect(new Set(files).size).toBe(1);
});
