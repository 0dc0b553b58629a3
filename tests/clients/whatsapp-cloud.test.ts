import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';

import { buildTemplateSendPayload, GraphApiError, WhatsAppClient } from '@kapso/whatsapp-cloud-api';
import { normalizeWebhook, verifySignature } from '@kapso/whatsapp-cloud-api/server';

import { until } from '../support/process';
import { FILES } from '../whatsapp/conformance/files';
import { startMetaGraphProcess, type MetaGraph } from '../whatsapp/meta-graph';

const appSecret = 'the app’s secret';
const phoneNumberId = '106540352242922';
const businessAccountId = '102290129340398';
const accessToken = 'EAAJtoken0123456789';
const to = '+16505551234';
const recipient = 'US.13491208655302741918';
const addressed = { phoneNumberId, to };

/** What an application that is built with the client understood of its notifications. */
const understood: ReturnType<typeof normalizeWebhook>[] = [];
const application = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const rawBody = Buffer.from(await request.arrayBuffer());
    const signatureHeader = request.headers.get('x-hub-signature-256') ?? '';
    if (!verifySignature({ appSecret, rawBody, signatureHeader })) return new Response('', { status: 401 });
    understood.push(normalizeWebhook(JSON.parse(rawBody.toString())));
    return new Response('EVENT_RECEIVED');
  },
});

let graph: MetaGraph;
let client: WhatsAppClient;
beforeAll(async () => {
  graph = await startMetaGraphProcess();
  client = clientOf(accessToken);
});
afterAll(async () => {
  await graph[Symbol.asyncDispose]();
  await application.stop(true);
});
beforeEach(async () => {
  understood.length = 0;
  await graph.reset();
  await graph.seed({
    app_secret: appSecret,
    callback_url: `http://127.0.0.1:${application.port}/`,
    waba_id: businessAccountId,
    phone_number_id: phoneNumberId,
    access_token: accessToken,
    status_delays_ms: null,
  });
});

const clientOf = (token: string) =>
  new WhatsAppClient({ accessToken: token, baseUrl: graph.url, graphVersion: 'v23.0' });

const bytesOf = ({ bytes, mimeType }: (typeof FILES)['image']) =>
  new Blob([Uint8Array.from(bytes)], { type: mimeType });
const uploadImage = () =>
  client.media.upload({ phoneNumberId, type: 'image/png', file: bytesOf(FILES.image), fileName: 'a.png' });

/** The error of Graph as the client reads it. */
async function refusalOf(asked: Promise<unknown>): Promise<GraphApiError> {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof GraphApiError) return error;
  throw new Error(`It was not refused by the API: ${String(error)}`);
}

test('the client’s messages of each type are accepted as they are', async () => {
  const { id } = await uploadImage();
  const { messages } = client;
  const wamid = 'wamid.HBgLMTY1MDU1NTEyMzQ';
  const link = 'https://example.com/a.png';
  const sends: [type: string, send: () => ReturnType<typeof messages.sendText>][] = [
    ['text', () => messages.sendText({ ...addressed, body: 'Hi 👋', previewUrl: true, contextMessageId: wamid })],
    ['image', () => messages.sendImage({ ...addressed, image: { id, caption: 'By id' } })],
    ['image', () => messages.sendImage({ ...addressed, image: { link, caption: 'By link' } })],
    ['document', () => messages.sendDocument({ ...addressed, document: { link, filename: 'a.pdf', caption: 'A' } })],
    ['audio', () => messages.sendAudio({ ...addressed, audio: { link, voice: true } })],
    ['video', () => messages.sendVideo({ ...addressed, video: { link } })],
    ['sticker', () => messages.sendSticker({ ...addressed, sticker: { link } })],
    ['location', () => messages.sendLocation({ ...addressed, location: { latitude: 1.5, longitude: -2, name: 'A' } })],
    ['reaction', () => messages.sendReaction({ ...addressed, reaction: { messageId: wamid, emoji: '👍' } })],
    [
      'contacts',
      () =>
        messages.sendContacts({
          ...addressed,
          contacts: [
            {
              name: { formattedName: 'Ada L', firstName: 'Ada' },
              phones: [{ phone: to, waId: '16505551234', type: 'WORK' }],
              addresses: [{ city: 'Berlin', countryCode: 'de' }],
            },
          ],
        }),
    ],
    [
      'interactive',
      () =>
        messages.sendInteractiveButtons({
          ...addressed,
          header: { type: 'image', image: { id } },
          bodyText: 'b'.repeat(1024),
          footerText: 'f'.repeat(60),
          buttons: ['yes', 'no', 'later'].map((name) => ({ id: name, title: name })),
        }),
    ],
    [
      'interactive',
      () =>
        messages.sendInteractiveList({
          ...addressed,
          header: { type: 'text', text: 'Shipping' },
          // Four times what other interactive messages may have, by Meta’s page on lists.
          bodyText: 'b'.repeat(4096),
          buttonText: 'Options',
          sections: [
            { title: 'Fast', rows: [{ id: 'express', title: 'Express', description: 'Next day' }] },
            { title: 'Slow', rows: [{ id: 'mail', title: 'Mail' }] },
          ],
        }),
    ],
    [
      'interactive',
      () =>
        messages.sendInteractiveCtaUrl({
          ...addressed,
          bodyText: 'See',
          parameters: { displayText: 'Open', url: 'https://example.com/' },
        }),
    ],
  ];
  for (const [type, send] of sends) {
    const sent = await send();
    expect([type, sent]).toMatchObject([
      type,
      { messagingProduct: 'whatsapp', contacts: [{ input: to, waId: '16505551234' }] },
    ]);
    expect(sent.messages).toEqual([{ id: expect.stringMatching(/^wamid\./), messageStatus: 'accepted' }]);
  }
  const { requests } = await graph.log();
  const posted = requests.filter(({ path }) => path.endsWith('/messages')).map(({ body }) => body);
  expect(posted).toMatchObject(sends.map(([type]) => ({ type, recipient_type: 'individual' })));
});

test('a user is addressed by an id of the business, and by the number where both are given', async () => {
  const byId = await client.messages.sendText({ phoneNumberId, recipient, body: 'Hi' });
  expect(byId.contacts).toMatchObject([{ input: recipient, userId: recipient }]);
  const byBoth = await client.messages.sendText({ ...addressed, recipient, body: 'Hi' });
  expect(byBoth.contacts).toMatchObject([{ input: to, waId: '16505551234' }]);

  const ids = [byId, byBoth].map(({ messages }) => messages[0]?.id ?? '');
  await graph.status({
    phone_number_id: phoneNumberId,
    statuses: ids.map((message_id) => ({ message_id, status: 'delivered' as const })),
    batch: 2,
  });
  expect(understood.flatMap(({ statuses }) => statuses)).toMatchObject([
    { id: ids[0], status: 'delivered', recipientUserId: recipient },
    { id: ids[1], status: 'delivered', recipientId: '16505551234' },
  ]);
});

test('a message is marked as read, with the typing indicator and without', async () => {
  const { ids } = await graph.inbound({
    phone_number_id: phoneNumberId,
    messages: [{ type: 'text', text: { body: 'Hi' } }],
  });
  const read = { phoneNumberId, messageId: ids[0] ?? '' };
  expect(await client.messages.markRead(read)).toEqual({ success: true });
  expect(await client.messages.markRead({ ...read, typingIndicator: { type: 'text' } })).toEqual({ success: true });
  expect(await refusalOf(client.messages.markRead({ ...read, messageId: 'none' }))).toMatchObject({ code: 131009 });
});

test('a file is uploaded, described, downloaded with the token alone, and deleted', async () => {
  const { id } = await uploadImage();
  const described = await client.media.get({ mediaId: id, phoneNumberId });
  expect(described).toMatchObject({
    id,
    messagingProduct: 'whatsapp',
    mimeType: 'image/png',
    fileSize: String(FILES.image.bytes.length),
    sha256: new Bun.CryptoHasher('sha256').update(FILES.image.bytes).digest('hex'),
  });
  const bytes = await client.media.download({ mediaId: id, auth: 'always' });
  expect(Buffer.from(bytes as ArrayBuffer)).toEqual(FILES.image.bytes);
  const bare = await client.media.download({ mediaId: id, auth: 'never', as: 'response' });
  expect((bare as Response).status).toBe(401);

  expect(await client.media.delete({ mediaId: id, phoneNumberId })).toEqual({ success: true });
  expect(await refusalOf(client.media.get({ mediaId: id }))).toMatchObject({ code: 100, errorSubcode: 33 });
  expect(await refusalOf(client.messages.sendImage({ ...addressed, image: { id } }))).toMatchObject({ code: 131053 });
});

test('bytes without a type are refused, as Meta reads the type of the part and not the field', async () => {
  const file = Uint8Array.from(FILES.document.bytes);
  const refused = await refusalOf(client.media.upload({ phoneNumberId, type: 'application/pdf', file }));
  expect(refused).toMatchObject({ code: 100, httpStatus: 400, details: expect.stringContaining('octet-stream') });
  const uploaded = await client.media.upload({ phoneNumberId, type: 'document', file: bytesOf(FILES.document) });
  expect(await client.media.get({ mediaId: uploaded.id })).toMatchObject({ mimeType: 'application/pdf' });
});

test('a template is created, listed, approved, sent and deleted', async () => {
  const { templates, messages } = client;
  const name = 'order_confirmation';
  const made = await templates.create({
    businessAccountId,
    name,
    language: 'en_US',
    category: 'UTILITY',
    parameterFormat: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW'] } },
      { type: 'BODY', text: 'Thank you, {{1}}: {{2}}', example: { body_text: [['Jessica', 'SKBUP2']] } },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Stop' }] },
    ],
  });
  expect(made).toMatchObject({ status: 'PENDING', category: 'UTILITY' });
  const send = (...texts: string[]) => {
    const template = buildTemplateSendPayload({
      name,
      language: 'en_US',
      header: { type: 'image', image: { link: 'https://example.com/a.png' } },
      body: texts.map((text) => ({ type: 'text' as const, text })),
      buttons: [{ type: 'button', subType: 'quick_reply', index: 0, parameters: [{ type: 'payload', payload: 'no' }] }],
    });
    // The client’s types take plain objects alone for components.
    const components = template.components?.map((component) => ({ ...component }));
    return messages.sendTemplate({ ...addressed, template: { ...template, components } });
  };
  expect(await refusalOf(send('Jessica', 'A1'))).toMatchObject({ code: 132001, category: 'template' });

  await graph.template({ phone_number_id: phoneNumberId, id: made.id, event: 'APPROVED' });
  await until(() => understood.length > 0);
  expect(understood[0]?.raw['messageTemplateStatusUpdate']).toMatchObject([
    { event: 'APPROVED', messageTemplateName: name, messageTemplateLanguage: 'en_US', reason: 'NONE' },
  ]);
  expect((await send('Jessica', 'A1')).messages).toHaveLength(1);
  const short = await refusalOf(send('Jessica'));
  expect([short.code, short.isTemplateError()]).toEqual([132000, true]);

  const first = await templates.list({ businessAccountId, limit: 1 });
  const second = await templates.list({ businessAccountId, limit: 1, after: first.paging.cursors.after ?? '' });
  expect([...first.data, ...second.data].map((each) => each.name)).toEqual(['hello_world', name]);
  const listed = async (query: { status?: string; language?: string; name?: string }) =>
    (await templates.list({ businessAccountId, ...query })).data.length;
  expect([await listed({ status: 'APPROVED' }), await listed({ status: 'PENDING' })]).toEqual([2, 0]);
  expect([await listed({ language: 'de' }), await listed({ name })]).toEqual([0, 1]);

  expect(await templates.delete({ businessAccountId, name })).toEqual({ success: true });
  expect(await listed({ name })).toBe(0);
});

test('notifications verify and are read, and forged ones are turned away', async () => {
  const about = { phone_number_id: phoneNumberId, from: '16505551234', name: 'Sheena' };
  const text = (body: string) => ({ type: 'text', text: { body } });
  await graph.inbound({ ...about, messages: [text('Grüße 👋/')], encoding: 'escaped' });
  const base64 = FILES.image.bytes.toString('base64');
  await graph.inbound({ ...about, messages: [{ type: 'image', image: { base64, mime_type: 'image/png' } }] });
  await graph.inbound({ ...about, user_id: recipient, hide_phone: true, username: 'sheena', messages: [text('Hi')] });
  const [escaped, picture, hidden] = understood;
  expect(escaped).toMatchObject({
    object: 'whatsapp_business_account',
    phoneNumberId,
    contacts: [{ waId: '16505551234', profile: { name: 'Sheena' } }],
    messages: [{ from: '16505551234', text: { body: 'Grüße 👋/' }, kapso: { direction: 'inbound' } }],
  });
  const mediaId = picture?.messages[0]?.image?.id ?? '';
  const bytes = await client.media.download({ mediaId, auth: 'always' });
  expect(Buffer.from(bytes as ArrayBuffer)).toEqual(FILES.image.bytes);
  expect(hidden).toMatchObject({
    contacts: [{ userId: recipient, profile: { username: 'sheena' } }],
    messages: [{ fromUserId: recipient, kapso: { direction: 'inbound' } }],
  });
  expect(hidden?.messages[0]).not.toHaveProperty('from');

  for (const sign of ['bad', 'missing', 'stale_secret'] as const) {
    const { deliveries } = await graph.inbound({ ...about, messages: [text('Forged')], sign });
    expect([sign, deliveries.map(({ status }) => status)]).toEqual([sign, [401]]);
  }
  expect(understood).toHaveLength(3);
});

test('refusals are what the client takes them for', async () => {
  const text = { ...addressed, body: 'Hi' };
  const foreign = await refusalOf(clientOf('EAAJother').messages.sendText(text));
  expect([foreign.code, foreign.httpStatus, foreign.isAuthError()]).toEqual([190, 401, true]);

  await graph.fault({ match: { path: '/messages$' }, action: { code: 130429, headers: { 'retry-after': '7' } } });
  const limited = await refusalOf(client.messages.sendText(text));
  expect([limited.code, limited.isRateLimit(), limited.retry.retryAfterMs]).toEqual([130429, true, 7000]);
  expect((await client.messages.sendText(text)).messages).toHaveLength(1);
});
