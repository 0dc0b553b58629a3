import { afterAll, beforeEach, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { NUMBER, TOKEN, WABA } from './cloud';
import { startMetaGraphProcess } from './meta-graph';
import { whatsAppScenes } from './support';

const graph = await startMetaGraphProcess();
const server = await startServer(
  { whatsappAllowCustomGraphUrl: true, whatsappLoopbackGraph: true },
  { unlimited: true },
);
afterAll(async () => {
  await server.stop();
  await graph[Symbol.asyncDispose]();
});
beforeEach(() => graph.reset());
const scene = whatsAppScenes(server);

const NEWS = {
  name: 'spring_news',
  language: 'pt_BR',
  category: 'marketing',
  header: { text: 'Hello {{name}}', example: 'Ada' },
  body: { text: 'Spring is here, {{name}}: {{discount}} off until {{day}}.', examples: ['Ada', '20%', 'Sunday'] },
  footer: 'Reply STOP to end',
  buttons: [
    {
      type: 'url',
      text: 'See offers',
      url: 'https://example.com/offers/{{1}}',
      example: 'https://example.com/offers/a',
    },
    { type: 'phone_number', text: 'Call us', phone: '+15550100000' },
    { type: 'quick_reply', text: 'Stop' },
  ],
};

async function onCloud() {
  await graph.seed({ waba_id: WABA, phone_number_id: NUMBER, access_token: TOKEN, templates: [] });
  const own = await scene();
  const cloud = { phone_number_id: NUMBER, waba_id: WABA, access_token: TOKEN, app_secret: 'app-secret' };
  const { at } = await own.instance({ driver: 'cloud', cloud: { ...cloud, base_url: graph.url } });
  return { ...own, at };
}

test('a template goes to Meta in its own format, and is pending until Meta decides', async () => {
  const { at, expectStatus, call, events } = await onCloud();
  const made = await expectStatus(201, 'POST', `${at}/templates`, NEWS);
  expect(made).toMatchObject({
    object: 'whatsapp.template',
    name: 'spring_news',
    language: 'pt_BR',
    category: 'marketing',
    status: 'pending',
    parameter_format: 'named',
  });
  const { requests } = await graph.log();
  const sent = requests.findLast(({ path }: { path: string }) => path.endsWith('/message_templates'));
  expect(sent?.body).toEqual({
    name: 'spring_news',
    language: 'pt_BR',
    category: 'MARKETING',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Hello {{name}}',
        example: { header_text_named_params: [{ param_name: 'name', example: 'Ada' }] },
      },
      {
        type: 'BODY',
        text: NEWS.body.text,
        example: {
          body_text_named_params: [
            { param_name: 'name', example: 'Ada' },
            { param_name: 'discount', example: '20%' },
            { param_name: 'day', example: 'Sunday' },
          ],
        },
      },
      { type: 'FOOTER', text: 'Reply STOP to end' },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'See offers',
            url: 'https://example.com/offers/{{1}}',
            example: ['https://example.com/offers/a'],
          },
          { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+15550100000' },
          { type: 'QUICK_REPLY', text: 'Stop' },
        ],
      },
    ],
  });
  expect((await call('GET', `${at}/templates/${made.id}`)).body).toEqual(made);
  expect((await events('whatsapp.template.status_changed')).map(({ data }) => data.name)).toEqual(['spring_news']);
  // What a sync reads is the same.
  expect(await expectStatus(200, 'POST', `${at}/templates/sync`)).toMatchObject({ added: 1, changed: 0, removed: 0 });

  const twice = await call('POST', `${at}/templates`, NEWS);
  expect([twice.status, twice.body.code]).toEqual([422, 'unprocessable']);
});

test('a template that Meta would refuse is refused before, with each field', async () => {
  const own = await scene();
  const { at } = await own.instance();
  const refused = await own.call('POST', `${at}/templates`, {
    ...NEWS,
    header: { text: '{{a}} {{b}}', example: 'x' },
    body: { text: 'Order {{2}} of {{1}}' },
    footer: 'Until {{1}}',
    buttons: [
      { type: 'quick_reply', text: 'Yes' },
      { type: 'url', text: 'Open', url: 'https://example.com/{{1}}/end' },
      { type: 'quick_reply', text: 'No' },
    ],
  });
  expect(refused.status).toBe(422);
  expect(refused.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)).toEqual([
    '/header/text variable_count',
    '/header/example example_missing',
    '/body/text variable_at_edge',
    '/body/examples example_missing',
    '/footer variable_not_allowed',
    '/buttons/1/url url_variable',
    '/buttons/1/example example_missing',
    '/buttons buttons_mixed',
  ]);
});

test('the sandbox approves a template after one second, and stores it', async () => {
  const own = await scene();
  const { at } = await own.instance();
  const ask = own.expectStatus;
  const made = await ask(201, 'POST', `${at}/templates`, { ...NEWS, header: undefined });
  expect(made.status).toBe('pending');
  const send = { to: '+15550100001', content: { type: 'template', name: NEWS.name, language: NEWS.language } };
  await ask(200, 'POST', `${at}/sandbox/advance`, { seconds: 2 });
  await server.services.whatsapp.idle();
  expect(await ask(200, 'GET', `${at}/templates/${made.id}`)).toMatchObject({ status: 'approved' });
  expect(await ask(200, 'POST', `${at}/templates/sync`)).toMatchObject({ synced: 2, removed: 0 });
  await ask(202, 'POST', `${at}/messages`, send);
  const twice = await own.call('POST', `${at}/templates`, { ...NEWS, header: undefined });
  expect([twice.status, twice.body.errors[0].code]).toEqual([422, 'template_invalid']);
});
