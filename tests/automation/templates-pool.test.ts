import { expect, test } from 'bun:test';

import { ApiError } from '../../server/errors';
import { staysSo } from '../support/waiting';
import { templateEngine } from './template-engine';

const BREAKING = new URL('./breaking.worker.ts', import.meta.url).href;
const body = { n: 5 };

/** By what code it is refused; `rejects` would hold up the messages of Workers. */
const refusal = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

test('a Worker starts with the first job, and one that does not start is logged', async () => {
  const { templates, errors } = templateEngine({ worker: new URL('./missing.worker.ts', import.meta.url).href });
  await staysSo(() => errors.length, 50);
  expect(errors).toEqual([]);
  expect(await refusal(templates.render('ws_a', 'x', {}))).toBe('unavailable');
  expect(errors.length).toBeGreaterThan(0);
  templates.stop();
});

test('a Worker that crashes fails only its own job, and is replaced', async () => {
  const { templates, errors, kills } = templateEngine({ worker: BREAKING, size: 1 });
  for (const way of ['throw', 'crash', 'exit']) {
    expect(await refusal(templates.render('ws_a', way, {}))).toBe('unavailable');
    expect(await templates.render('ws_b', 'fine', {})).toEqual({ ok: true, value: 'fine' });
  }
  expect(errors).toHaveLength(3);
  expect(await kills()).toBe(0);
  templates.stop();
});

test('one that takes too long is killed, counted and replaced', async () => {
  const { templates, kills, errors } = templateEngine({ worker: BREAKING, size: 1, killMs: 1000 });
  const slow = templates.render('ws_a', 'loop', {});
  const after = templates.render('ws_b', 'fine', {});
  expect(await slow).toMatchObject({ ok: false, failure: { code: 'timeout', line: null, col: null } });
  expect(await after).toEqual({ ok: true, value: 'fine' });
  expect(await kills()).toBe(1);
  expect(errors).toEqual([]);
  templates.stop();
});

// Elsewhere the processor time of a Worker is unknown.
test.skipIf(process.platform !== 'linux')('one that lacks the processor is not killed for it', async () => {
  const { templates, kills } = templateEngine({ worker: BREAKING, size: 1, killMs: 200 });
  expect(await templates.render('ws_a', 1000, {})).toEqual({ ok: true, value: 1000 });
  expect(await kills()).toBe(0);
  expect(await templates.render('ws_a', 'loop', {})).toMatchObject({ ok: false, failure: { code: 'timeout' } });
  templates.stop();
});

test('workspaces take turns, regardless of how many jobs each has', async () => {
  const { templates } = templateEngine({ worker: BREAKING, size: 1 });
  const order: string[] = [];
  const ask = async (workspaceId: string): Promise<void> => {
    await templates.render(workspaceId, 'x', {});
    order.push(workspaceId);
  };
  const many = Array.from({ length: 20 }, () => ask('ws_many'));
  const few = [ask('ws_few'), ask('ws_few')];
  await Promise.all([...many, ...few]);
  expect(order.lastIndexOf('ws_few')).toBeLessThan(6);
  templates.stop();
});

test('a workspace has one Worker at a time, however many are free', async () => {
  const { templates } = templateEngine({ worker: BREAKING, size: 2 });
  const over: string[] = [];
  const ask = (name: string): Promise<unknown> =>
    refusal(templates.render('ws_a', name, {})).finally(() => over.push(name));
  const asked = ['loop', 'behind'].map(ask);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await templates.render('ws_b', 'beside', {})).toEqual({ ok: true, value: 'beside' });
  }
  expect(over).toEqual([]);
  templates.stop();
  expect(await Promise.all(asked)).toEqual(['unavailable', 'unavailable']);
});

test('jobs beyond the queue limit are refused, only of the workspace that has too many', async () => {
  const { templates } = templateEngine({ size: 1, maxWaiting: 3 });
  const asked = Array.from({ length: 10 }, () => templates.render('ws_a', '{{ body.n }}', { body }));
  const other = templates.render('ws_b', '{{ body.n }}', { body });
  const settled = await Promise.allSettled(asked);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(settled.at(-1)).toMatchObject({ reason: { code: 'rate_limited' } });
  expect(await other).toEqual({ ok: true, value: 5 });
  templates.stop();
});

test('running and queued jobs are refused when the process stops', async () => {
  const { templates, errors } = templateEngine({ worker: BREAKING, size: 1 });
  await templates.render('ws_a', 'warm', {});
  const open = ['loop', 'waits'].map((tree) => templates.render('ws_a', tree, {}));
  // While the Workers of others still start.
  open.push(templates.render('ws_b', 'waits', {}));
  const settled = Promise.allSettled(open);
  templates.stop();
  expect(await settled).toMatchObject(open.map(() => ({ reason: { code: 'unavailable' } })));
  expect(await refusal(templates.render('ws_a', 'later', {}))).toBe('unavailable');
  expect(errors).toEqual([]);
});
