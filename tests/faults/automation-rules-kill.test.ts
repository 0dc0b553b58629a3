import { expect, test } from 'bun:test';

import { eq, like } from 'drizzle-orm';

import { ruleRuns, rules } from '../../server/automation/schema/rules';
import { queries } from '../../server/db/database';
import { links } from '../../server/links/schema/links';
import { seedSchedules } from '../automation/rules-support';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { lasting } from '../support/waiting';

/** `KILLS=100 bun test tests/faults/automation-rules-kill.test.ts` is the same at length. */
const KILLS = Number(Bun.env['KILLS'] ?? 2);
/** Events and manual runs between two kills, at most. */
const ASKED = 20;
/** Schedules that are due at once for two processes. */
const SCHEDULES = Number(Bun.env['SCHEDULES'] ?? 500);
const MINUTE = 60_000;
const TIMEOUT_MS = MINUTE + 40 * SCHEDULES;

const step = (index: number, value: string) => ({
  type: 'create_link',
  link: { url: 'https://example.com/made', title: `step ${index} of ${value}` },
});

test(
  `kill -9 at ${KILLS} random times while rules run does every step once`,
  async () => {
    const testDatabase = await freshDatabase();
    const { url, database } = testDatabase;
    const db = queries(database);
    const workspaceId = await seedWorkspace('Rules', database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, database);
    let server = await startProcess(url);
    let call = restClient(server.url, secret);
    const made = async (body: object) => (await call('POST', '/rules', { name: 'Rule', ...body })).body.id as string;
    const value = '{{ input.n }}';
    const byHand = await made({
      trigger: { type: 'manual' },
      actions: [step(0, value), step(1, value), { type: 'delay', seconds: 1 }, step(3, value)],
    });
    const title = '{{ event.data.title }}';
    const onLink = await made({
      trigger: { type: 'event', events: ['link.created'] },
      filter: "event.data.title contains 'source'",
      actions: [step(0, title), step(1, title)],
    });
    // Not held up by their pace.
    const unpaced = () => db.update(rules).set({ paceMs: 0 });

    const [asked, sources]: [string[], string[]] = [[], []];
    for (let turn = 0; turn <= KILLS; turn += 1) {
      const last = turn === KILLS;
      const killAt = last ? Infinity : Math.floor(Math.random() * ASKED);
      for (let index = 0; index < ASKED && index <= killAt; index += 1) {
        const name = `${turn}-${index}`;
        const run = await call('POST', `/rules/${byHand}/run`, { input: { n: `run ${name}` } });
        if (run.status === 202) asked.push(run.body.id as string);
        const link = await call('POST', '/links', { url: 'https://example.com/', title: `source ${name}` });
        if (link.status === 201) sources.push(`source ${name}`);
        await unpaced();
      }
      if (last) break;
      await lasting(Math.random() * 300);
      await server.crash();
      // What the process held is free once its lease ends.
      await db
        .update(ruleRuns)
        .set({ leaseUntil: new Date(0) })
        .where(eq(ruleRuns.status, 'running'));
      server = await startProcess(url);
      call = restClient(server.url, secret);
    }

    const open = async () => {
      await db.update(ruleRuns).set({ nextAt: new Date() }).where(eq(ruleRuns.status, 'queued'));
      const rows = await db.select({ status: ruleRuns.status }).from(ruleRuns);
      return rows.filter(({ status }) => status !== 'succeeded').length;
    };
    const runsOf = async (id: string) =>
      (await db.select({ id: ruleRuns.id }).from(ruleRuns).where(eq(ruleRuns.ruleId, id))).map((run) => run.id);
    await until(async () => (await open()) === 0 && (await runsOf(onLink)).length === sources.length, { everyMs: 100 });

    expect((await runsOf(byHand)).toSorted()).toEqual(asked.toSorted());
    const titles = (await db.select({ title: links.title }).from(links).where(like(links.title, 'step %'))).map(
      (row) => row.title ?? '',
    );
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toHaveLength(3 * asked.length + 2 * sources.length);

    await server[Symbol.asyncDispose]();
    await testDatabase.close();
  },
  { timeout: 120_000 + KILLS * 10_000 },
);

test(
  `${SCHEDULES} schedules that are due at once on two processes have one run each`,
  async () => {
    const testDatabase = await freshDatabase();
    const { url, database } = testDatabase;
    const db = queries(database);
    const due = new Date(Math.floor(Date.now() / MINUTE) * MINUTE);
    for (let made = 0; made < SCHEDULES; made += 100) {
      const workspaceId = await seedWorkspace('Scheduled', database);
      await seedSchedules(database, workspaceId, Math.min(100, SCHEDULES - made), due);
    }

    await using one = await startProcess(url);
    await using two = await startProcess(url);
    const runsOfTime = async () =>
      (await db.select({ ruleId: ruleRuns.ruleId, at: ruleRuns.scheduledFor }).from(ruleRuns)).filter(
        ({ at }) => at?.getTime() === due.getTime(),
      );
    await until(async () => (await runsOfTime()).length >= SCHEDULES, { timeoutMs: TIMEOUT_MS, everyMs: 50 });

    const found = await runsOfTime();
    expect(found).toHaveLength(SCHEDULES);
    expect(new Set(found.map(({ ruleId }) => ruleId)).size).toBe(SCHEDULES);
    for (const process of [one, two]) expect(process.output()).not.toContain('"level":50');
    await testDatabase.close();
  },
  { timeout: TIMEOUT_MS + 30_000 },
);
