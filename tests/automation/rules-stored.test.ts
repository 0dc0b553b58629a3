import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { rules } from '../../server/automation/schema/rules';
import { queries } from '../../server/db/database';
import { database, startServer } from '../support/app';
import { manualRule, ruleScenes } from './rules-support';

const server = await startServer();
const scene = ruleScenes(server);
afterAll(() => server.stop());

const daily = (timezone: string) => ({ type: 'schedule', cron: '@daily', timezone });

test('a rule is listed and read although the runtime no longer knows its time zone', async () => {
  const { rule, call } = await scene();
  const { id } = await rule(manualRule({ trigger: daily('Europe/Berlin') }));
  const db = queries(database);
  const [row] = await db.select().from(rules).where(eq(rules.id, id));
  if (row?.config.trigger.type !== 'schedule') throw new Error('The rule has no schedule.');
  const config = { ...row.config, trigger: { ...row.config.trigger, timezone: 'Mars/Olympus' } };
  await db.update(rules).set({ config }).where(eq(rules.id, id));

  const listed = await call('GET', '/rules');
  expect([listed.status, listed.body.data[0].trigger.timezone]).toEqual([200, 'Mars/Olympus']);
  expect((await call('GET', `/rules/${id}`)).status).toBe(200);
});

test('an unknown time zone is refused with its field', async () => {
  const { call } = await scene();
  const refused = await call('POST', '/rules', manualRule({ trigger: daily('Mars/Olympus') }));
  expect([refused.status, refused.body.errors]).toMatchObject([
    400,
    [{ in: 'body', pointer: '/trigger/timezone', code: 'unknown_timezone' }],
  ]);
});
