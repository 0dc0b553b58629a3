import type { Page } from '@playwright/test';

import { holdAnswers, REFUSAL } from './support/answers';
import { addressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { hasNoObject, sceneFor } from './support/scenes';
import { expect, settled, test } from './support/test';

// Each route by itself.
test.describe.configure({ mode: 'parallel' });

/** More questions, each waiting for the answer of the one before, than any page has. */
const MAX_ROUNDS = 6;

for (const route of ROUTES) {
  test(`${route} shows that it waits, says what failed, and reads again`, async ({
    context,
    page,
    empty,
    filled,
    watch,
  }) => {
    watch.expect(500);
    if (hasNoObject(route)) watch.expect(404);
    const server = isFirst(route) ? empty : filled;
    if (!isPublic(route)) await context.addCookies(filled.scene.cookies);
    const scene = await sceneFor(route, filled.scene);
    const [address] = addressesOf(route, scene);

    const answers = await holdAnswers(page);
    await page.goto(`${server.url}/user/api${address?.path}`);
    const faults: string[] = [];
    const early = new Map<string, string>();
    const say = (when: string, { lines }: Shown) =>
      lines.forEach((line) => {
        if (!early.has(line)) early.set(line, when);
      });

    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      await expect.poll(async () => answers.waiting.size > 0 || isWhole(await look(page))).toBe(true);
      if (answers.waiting.size === 0) break;

      // What fits a question that waits is said by the skeleton, and by what stands around it.
      const asked = [...answers.waiting].join(', ');
      const isBlank = async () => isBare(await look(page));
      await expect.poll(isBlank, { message: `blank while ${asked} waits` }).toBe(false);
      const held = await look(page);
      say(`while ${asked} waits`, held);

      answers.refuse();
      await expect.poll(async () => (await look(page)).skeletons, { message: `${asked} failed` }).toBe(0);
      const failed = await look(page);
      if (held.skeletons > 0 && failed.alerts === 0) faults.push(`no word of it that ${asked} failed`);
      if (failed.retries < failed.alerts) faults.push(`an error of ${asked} without a way to try again`);
      say(`when ${asked} failed`, failed);

      answers.open();
      for (let presses = 0; presses < failed.retries; presses += 1) {
        const again = page.getByRole('button', { name: 'Try again' });
        const left = await again.count();
        if (left === 0) break;
        await again.first().click();
        await expect.poll(() => again.count(), { message: `${asked}, tried again` }).toBeLessThan(left);
      }
    }

    expect(isWhole(await look(page)), 'nothing failed or waits for good').toBe(true);
    // What is there when all is answered is the truth.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await settled(page);
    const { lines } = await look(page);
    for (const [line, when] of early) {
      if (SAYS_NOTHING.test(line) && !lines.includes(line)) faults.push(`${when} it said “${line}”, which was not so`);
    }
    expect(faults.join('\n')).toBe('');
  });
}

for (const path of ['/w/$ws', '/account/profile', '/workspaces/new', '/sign-in'] as const) {
  for (const how of ['told', 'cut'] as const) {
    const what = how === 'told' ? 'a failure' : 'no answer';
    test(`${path} with ${what} to the question who is there says so, and opens when asked again`, async ({
      context,
      page,
      filled: { url, scene },
      watch,
    }) => {
      watch.expect(500);
      if (path !== '/sign-in') await context.addCookies(scene.cookies);
      const answers = await holdAnswers(page, []);
      await page.goto(`${url}/user/api${path.replace('$ws', scene.workspaceId)}`);
      await expect.poll(() => answers.waiting.size).toBeGreaterThan(0);
      answers.refuse(how);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(how === 'told' ? REFUSAL : 'The server does not answer', { timeout: 20_000 });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toHaveCount(0);
      await settled(page);
      // What a boundary caught is told to the console, too.
      const expected = watch.faults.filter((fault) => !fault.startsWith('console: TRPCClientError'));
      watch.faults.splice(0, watch.faults.length, ...expected);
    });
  }
}

interface Shown {
  /** What the page says, without what stands for a failure or a wait. */
  lines: string[];
  skeletons: number;
  alerts: number;
  retries: number;
}

const isWhole = ({ lines, skeletons, alerts }: Shown): boolean => lines.length > 0 && skeletons === 0 && alerts === 0;

const isBare = ({ lines, skeletons }: Shown): boolean => lines.length + skeletons === 0;

/** Before the answer is there nobody knows that there is nothing. */
const SAYS_NOTHING = /^(?:no|none|nobody|nothing|never|0)\b|\byet\b|there (?:is|are) no/;

function look(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const main = document.querySelector<HTMLElement>('#main, main');
    const apart = main ? [...main.querySelectorAll<HTMLElement>('.page-head, [role="alert"], .skeleton')] : [];
    const aside = main ? [...main.querySelectorAll<HTMLElement>('[role=alert]')] : [];
    const words = new Set(apart.flatMap((element) => element.innerText.toLowerCase().split('\n')));
    const lines = (main?.innerText ?? '').split('\n').map((line) => line.trim().toLowerCase());
    return {
      lines: lines.filter((line) => line !== '' && !words.has(line)),
      skeletons: main?.querySelectorAll('.skeleton').length ?? 0,
      alerts: main?.querySelectorAll('[role="alert"]').length ?? 0,
      retries: aside.filter(({ innerText }) => innerText.includes('Try again')).length,
    };
  });
}
