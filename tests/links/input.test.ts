import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { linkScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = linkScenes(server);

describe('bad input', () => {
  const table: [string, object, string[]][] = [
    ['no address', { url: undefined }, ['/url required']],
    ['a script', { url: 'javascript:alert(1)' }, ['/url invalid_url']],
    ['a long address', { url: `https://example.com/${'a'.repeat(8200)}` }, ['/url url_too_long']],
    ['an unknown field', { titel: 'x' }, ['/titel unknown_parameter']],
    ['a status that redirects nobody', { redirect_status: 303 }, ['/redirect_status invalid_value']],
    ['no clicks at all', { max_clicks: 0 }, ['/max_clicks too_small']],
    ['a short password', { password: 'abc' }, ['/password too_short']],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, ['/tags too_many']],
    ['a tag with a comma', { tags: ['a,b'] }, ['/tags/0 invalid_format']],
    ['an external id with a space', { external_id: 'a b' }, ['/external_id invalid_format']],
    ['an empty title', { title: '' }, ['/title too_short']],
    [
      'a rule without a condition',
      { targeting: [{ key: 'a', conditions: [], url: 'https://example.com/' }] },
      ['/targeting/0/conditions too_few'],
    ],
  ];
  test.each(table)('%s is refused', async (_, change, issues) => {
    const { call } = await scene();
    const answer = await call('POST', '/links', { url: 'https://example.com/', ...change });
    expect([answer.status, issuesOf(answer)]).toEqual([400, issues]);
    expect((await call('GET', '/links/count')).body.total).toBe(0);
  });

  const fields: [string, (url: string) => object][] = [
    ['/url', (url) => ({ url })],
    ['/expired_url', (url) => ({ expired_url: url })],
    ['/limit_reached_url', (url) => ({ limit_reached_url: url })],
    [
      '/targeting/0/url',
      (url) => ({
        targeting: [{ key: 'a', conditions: [{ type: 'device', values: ['tv'] }], url }],
      }),
    ],
    ['/preview/image_url', (url) => ({ preview: { image_url: url } })],
  ];
  test.each(fields)('a private address in %s is refused by every operation', async (pointer, change) => {
    const { call, link } = await scene();
    const bad = change('http://0x7f.1/');
    const body = { url: 'https://example.com/', ...bad };
    const { id } = await link();
    const ways: [string, string, object, string][] = [
      ['POST', '/links', body, ''],
      ['POST', '/links/upsert', { external_id: 'x', ...body }, ''],
      ['PATCH', `/links/${id}`, bad, ''],
      ['POST', '/links/bulk', { items: [body], atomic: true }, '/items/0'],
      ['POST', '/links/bulk/update', { ids: [id], set: bad, atomic: true }, '/ids/0'],
    ];
    for (const [method, path, input, prefix] of ways) {
      const answer = await call(method, path, input);
      expect([path, answer.status, issuesOf(answer)]).toEqual([path, 422, [`${prefix}${pointer} private_target`]]);
    }
    expect((await call('GET', '/links/count')).body.total).toBe(1);
  });

  test.each([
    [[{ type: 'time', days: [1], timezone: 'Mars/Base' }], '/targeting/0/conditions/0/timezone invalid_value'],
    [[{ type: 'time', from: '09:00' }], '/targeting/0/conditions/0 invalid'],
    [[{ type: 'time', after: '2026-01-01T00:00:00Z', days: [1] }], '/targeting/0/conditions/0 invalid'],
  ])('an invalid time is refused: %j', async (conditions, issue) => {
    const { call } = await scene();
    const targeting = [{ key: 'a', conditions, url: 'https://example.com/' }];
    const answer = await call('POST', '/links', { url: 'https://example.com/', targeting });
    expect([answer.status, issuesOf(answer)]).toEqual([422, [issue]]);
  });

  test('an end before the start is refused, even where only one of them is given', async () => {
    const { call, link } = await scene();
    const span = { starts_at: '2030-01-02T00:00:00Z', expires_at: '2030-01-01T00:00:00Z' };
    const answer = await call('POST', '/links', { url: 'https://example.com/', ...span });
    expect([answer.status, issuesOf(answer)]).toEqual([422, ['/expires_at out_of_range']]);
    const { id } = await link({ expires_at: span.expires_at });
    expect((await call('PATCH', `/links/${id}`, { starts_at: span.starts_at })).status).toBe(422);
  });

  test('an external id of another link is refused', async () => {
    const { call, link } = await scene();
    await link({ external_id: 'mine' });
    const { id } = await link();
    for (const answer of [
      await call('POST', '/links', { url: 'https://example.com/', external_id: 'mine' }),
      await call('PATCH', `/links/${id}`, { external_id: 'mine' }),
    ]) {
      expect([answer.status, answer.body.code, issuesOf(answer)]).toEqual([
        409,
        'conflict',
        ['/external_id duplicate'],
      ]);
    }
  });

  test('a domain of another workspace is not found', async () => {
    const [one, other] = [await scene(), await scene()];
    const { id } = await other.domain();
    const { id: linkId } = await one.link();
    for (const answer of [
      await one.call('POST', '/links', { url: 'https://example.com/', domain_id: id }),
      await one.call('PATCH', `/links/${linkId}`, { domain_id: id }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([422, 'related_not_found']);
    }
  });
});

test('the number of links of a workspace is limited', async () => {
  const small = await startServer({ linksPerWorkspace: 3 });
  try {
    const { call } = await linkScenes(small)();
    const answers = [];
    for (let index = 0; index < 5; index += 1)
      answers.push(await call('POST', '/links', { url: 'https://example.com/' }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 422, 422]);
    await call('DELETE', `/links/${answers[0]?.body.id}`);
    expect((await call('POST', '/links', { url: 'https://example.com/' })).status).toBe(201);
  } finally {
    await small.stop();
  }
});

test('requests at the same time, and a bulk, make only as many links as fit', async () => {
  const small = await startServer({ linksPerWorkspace: 5 }, { unlimited: true });
  try {
    const { call } = await linkScenes(small)();
    const url = 'https://example.com/';
    const { body } = await call('POST', '/links/bulk', { items: Array.from({ length: 8 }, () => ({ url })) });
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual([
      ...Array<string>(5).fill('created'),
      ...Array<string>(3).fill('failed'),
    ]);

    await call('DELETE', `/links/${body.results[0].link.id}`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/links', { url })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(19).fill(422),
    ]);
  } finally {
    await small.stop();
  }
});
