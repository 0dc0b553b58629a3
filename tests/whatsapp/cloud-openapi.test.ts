import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { LocalMedia, SendJob } from '../../server/whatsapp/drivers/driver';
import { cloudOnStandIn, jobOf, NUMBER } from './cloud';
import { sha256Hex } from './meta-graph/world';
import { EXAMPLES as SHOWN, faultsOf, KNOWN_REQUESTS } from './meta-openapi/document';

const { driver, instance, last, seed, standIn } = cloudOnStandIn();
const folder = await mkdtemp(join(tmpdir(), 'cloud-openapi-'));
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => seed());

const MEDIA = { media: { media_id: 'med_1' } };
const MESSAGES = 'POST /number/messages';
const GROUP = 'group-7';
type Body = Record<string, unknown>;

async function fileOf(mimeType: string): Promise<LocalMedia> {
  const bytes = new TextEncoder().encode('the bytes');
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, bytes);
  const [size, sha256] = [bytes.byteLength, sha256Hex(bytes)];
  return { id: 'med_1', path, mimeType, size, sha256, filename: 'a.pdf', providerMediaId: null };
}

/** What the driver asked for a message; the stand-in took it. */
async function sent(content: SendJob['content'], change: Partial<SendJob> = {}): Promise<Body> {
  expect((await driver.send(instance(), jobOf(content, change))).outcome).toBe('accepted');
  return (await last()).body as Body;
}

const TARGET = { providerMessageId: 'wamid.2', isOurs: false, sender: {} };
const BUTTONS = { body: 'Ship?', footer: 'f', buttons: [{ id: 'yes', title: 'Yes' }] };
const PLAIN: [SendJob['content'], change?: Partial<SendJob>][] = [
  [{ type: 'text', text: 'Hello 👋', link_preview: true }, { replyTo: TARGET }],
  [{ type: 'location', latitude: 52.5, longitude: 13.3, name: 'Gate', address: 'Gate 7' }],
  [
    {
      type: 'contacts',
      contacts: [
        {
          name: { formatted: 'Ada Byron', first: 'Ada', last: 'Byron', middle: 'K.', prefix: 'Dr', suffix: 'Jr' },
          phones: [{ phone: '+15550100099', type: 'WORK', wa_id: '15550100099' }],
          emails: [{ email: 'ada@example.com', type: 'HOME' }],
          org: { company: 'Engines', department: 'Design', title: 'Countess' },
          urls: [{ url: 'https://example.com', type: 'WORK' }],
          addresses: [{ street: '1 Way', city: 'London', state: 'L', zip: '1', country: 'UK', country_code: 'gb' }],
          birthday: '1815-12-10',
        },
      ],
    },
  ],
  [{ type: 'reaction', message_id: 'msg_2', emoji: '👍' }, { target: TARGET }],
  [{ type: 'reaction', message_id: 'msg_2', emoji: '' }, { target: TARGET }],
  [{ type: 'buttons', ...BUTTONS, header: { type: 'text', text: 'Order' } }],
  [
    {
      type: 'list',
      body: 'b',
      header: 'h',
      footer: 'f',
      button: 'Menu',
      sections: [{ title: 'Hot', rows: [{ id: 'tea', title: 'Tea', description: 'Green' }] }],
    },
  ],
  [{ type: 'template', name: 'hello_world', language: 'en_US' }],
];
const FILES: [SendJob['content'], mimeType: string][] = [
  [{ type: 'image', ...MEDIA, caption: 'Our cat' }, 'image/jpeg'],
  [{ type: 'video', ...MEDIA, caption: 'c' }, 'video/mp4'],
  [{ type: 'audio', ...MEDIA }, 'audio/mpeg'],
  [{ type: 'voice', ...MEDIA }, 'audio/ogg'],
  [{ type: 'sticker', ...MEDIA }, 'image/webp'],
  [{ type: 'document', ...MEDIA, filename: 'in.pdf', caption: 'c' }, 'application/pdf'],
  [{ type: 'buttons', ...BUTTONS, header: { type: 'image', ...MEDIA } }, 'image/png'],
  [{ type: 'buttons', ...BUTTONS, header: { type: 'document', ...MEDIA, filename: 'in.pdf' } }, 'application/pdf'],
];

describe('the published document', () => {
  test('accepts its own examples', () => {
    for (const [name, body] of Object.entries(SHOWN)) {
      if (body['type'] === undefined) continue;
      // Its card of a contact leaves out what it says is needed.
      const whole: Body = { recipient_type: 'individual', ...body };
      expect([name, faultsOf(MESSAGES, whole)]).toEqual([name, []]);
    }
  });

  test('finds what is wrong with a request', () => {
    const text = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '1', type: 'text' };
    expect(faultsOf(MESSAGES, { ...text, text: { body: 'x' } })).toEqual([]);
    expect(faultsOf(MESSAGES, { ...text, text: { body: 'x', link_preview: true } })).toEqual([
      '/text must NOT have additional properties link_preview',
    ]);
    const { recipient_type: _, ...untyped } = text;
    expect(faultsOf(MESSAGES, { ...untyped, text: { body: 'x' } })).toEqual([
      "body must have required property 'recipient_type'",
    ]);
    const reply = { type: 'reply', reply: { id: 'y', title: 'More than twenty letters' } };
    const interactive = { type: 'button', body: { text: 'x' }, action: { buttons: [reply] } };
    expect(faultsOf(MESSAGES, { ...text, type: 'interactive', interactive }).join()).toContain('20 characters');
  });
});

describe('requests of the driver match the published document', () => {
  test('for each type of message', async () => {
    for (const [content, change] of PLAIN) {
      expect([content.type, faultsOf(MESSAGES, await sent(content, change))]).toEqual([content.type, []]);
    }
    for (const [content, mimeType] of FILES) {
      const body = await sent(content, { media: await fileOf(mimeType) });
      expect([content.type, faultsOf(MESSAGES, body)]).toEqual([content.type, []]);
    }
  });

  test('for values of a template', async () => {
    const components = [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Order {{1}}' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Thanks' },
          { type: 'URL', text: 'Track', url: 'https://example.com/{{1}}' },
        ],
      },
    ];
    await seed({ templates: [{ name: 'ordered', language: 'en_US', components }] });
    const variables = { header: [{ type: 'image' as const, ...MEDIA }], body: ['42'], buttons: ['thanks', 'track/42'] };
    const content = { type: 'template', name: 'ordered', language: 'en_US', variables } as const;
    const body = await sent(content, { media: await fileOf('image/png'), template: components });
    expect(JSON.stringify(body)).toContain('quick_reply');
    expect(faultsOf(MESSAGES, body)).toEqual([]);
  });

  test('for groups, and for a BSUID but for its place, which is newer than the document', async () => {
    await seed({ groups: [{ id: GROUP }] });
    const toGroup = await sent({ type: 'text', text: 'x' }, { to: { type: 'group', providerGroupId: GROUP } });
    expect(faultsOf(MESSAGES, toGroup)).toEqual([]);

    const bsuid = 'US.13491208655302741918';
    const { recipient, ...rest } = await sent(
      { type: 'text', text: 'x' },
      { to: { type: 'direct', person: { bsuid } } },
    );
    expect(faultsOf(MESSAGES, { ...rest, to: recipient })).toEqual([]);
  });

  test('for a link as a button but for its kind, which is newer than the document', async () => {
    const body = await sent({ type: 'cta_url', body: 'b', title: 'Open', url: 'https://example.com/42' });
    const { interactive, ...rest } = body as { interactive: Body };
    const named = { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'x' } };
    const known = { ...interactive, type: 'catalog_message', action: named };
    expect(faultsOf(MESSAGES, { ...rest, interactive: known })).toEqual([]);
  });

  test('for reading and typing, as its example shows them', async () => {
    const place = { type: 'direct', person: {} } as const;
    const shown = SHOWN['Send typing indicator and read receipt'] ?? {};
    const { typing_indicator: _, ...read } = shown;
    await driver.markRead(instance(), { place, ...TARGET }, false);
    expect((await last()).body).toEqual({ ...read, message_id: 'wamid.2' });
    await driver.typing(instance(), place, 'typing', 'wamid.2');
    expect((await last()).body).toEqual({ ...shown, message_id: 'wamid.2' });
  });

  test('for groups, blocking and the profile', async () => {
    const people = Array.from({ length: 9 }, (_, index) => `1650555123${index}`);
    const requests = ['1', '2'].map((number) => ({ join_request_id: `j-${number}`, wa_id: `1650555124${number}` }));
    await seed({ groups: [{ id: GROUP, participants: people, requests }] });
    const { groups, contacts, profile } = driver;
    await groups.create(instance(), { subject: 'Club', description: 'd', participants: [], joinApproval: true });
    await groups.create(instance(), { subject: 'Club', description: null, participants: [], joinApproval: false });
    await groups.update(instance(), GROUP, { subject: 'Guild', description: null });
    await groups.participants(
      instance(),
      GROUP,
      'remove',
      people.map((phone) => ({ phone })),
    );
    await groups.inviteLink(instance(), GROUP, true);
    await groups.decide(instance(), GROUP, 'approve', ['j-1']);
    await groups.decide(instance(), GROUP, 'reject', ['j-2']);
    await standIn().inbound({ phone_number_id: NUMBER, messages: [{ type: 'text', text: { body: 'x' } }] });
    await contacts.block(instance(), { phone: '16505551234' }, true);
    await contacts.block(instance(), { phone: '16505551234' }, false);
    const cloud = { address: '1 Way', email: 'a@example.com', websites: ['https://example.com'], vertical: 'RETAIL' };
    await profile.update(instance(), { about: 'Open', cloud: { ...cloud, description: 'd' } });

    const met = new Set<string>();
    for (const { method, path, body } of (await standIn().log()).requests) {
      const place = path
        .replace(/^\/v23\.0/, '')
        .replace(`/${NUMBER}`, '/number')
        .replace(`/${GROUP}`, '/group');
      const request = `${method} ${place}`;
      met.add(request);
      expect([request, faultsOf(request, body as Body)]).toEqual([request, []]);
    }
    expect(met).toEqual(new Set(KNOWN_REQUESTS.filter((request) => request !== MESSAGES)));
  });
});
