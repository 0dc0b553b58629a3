import { expect, test } from 'bun:test';

import { ApiError } from '../../server/errors';
import { startServer } from '../support/app';

const codeOf = (error: unknown): unknown => (error instanceof ApiError ? error.code : error);

test('a server has a template engine, which stops with it', async () => {
  const server = await startServer();
  const { templates: own } = server.services.automation;
  expect(await own.render('ws_a', '{{ body.n }}', { body: { n: 5 } })).toEqual({ ok: true, value: 5 });
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('\nmapping_worker_kills_total 0\n');
  await server.stop();
  expect(await own.render('ws_a', 'x', {}).catch(codeOf)).toBe('unavailable');
});
