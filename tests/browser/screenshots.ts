import { mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type BrowserContext, type Page } from '@playwright/test';

import config from './playwright.config';
import { withSomeAutomation } from './support/automation';
import { addFixtures, startConsole, type Scene } from './support/console';
import { resize, setScheme } from './support/layout';
import { withSomeLinks } from './support/links';
import { withSomeCalls } from './support/models';
import { withOneWebhook } from './support/populate';
import { addressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { SCHEMES, settled, SIZES } from './support/test';
import { withSomeInstances } from './support/whatsapp';

/**
 * `bun run screenshots [folder]`: every page, light and dark, desktop and phone. `--readme`: the one picture of the
 * README, small enough for the repository.
 */
const PICTURE = join(import.meta.dirname, '../../web/pictures/overview.png');
const MAX_KB = 200;
const AT_ONCE = 2;
const isReadme = process.argv.includes('--readme');
const folder =
  process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? join(tmpdir(), 'switchboard-screenshots');

const browser = await chromium.launch(config.use?.launchOptions);
const filled = await startConsole();
try {
  const scene = await addFixtures(filled.url);
  await (isReadme ? takePicture(scene) : takeAll(scene));
} finally {
  await browser.close();
  await filled.stop();
}

async function takeAll(bare: Scene): Promise<void> {
  // Automation before WhatsApp: it sends from the only sandbox that there is yet.
  const scene = await withSomeCalls(
    await withSomeInstances(await withSomeAutomation(await withSomeLinks(await withOneWebhook(bare)))),
  );
  mkdirSync(folder, { recursive: true });
  await using empty = await startConsole();
  const shots = ROUTES.flatMap((route) => addressesOf(route, scene).map((address) => ({ ...address, route })));
  // Each page is loaded once, and then shown in each scheme and size.
  const work = async () => {
    const outsider = await open();
    const owner = await open(scene);
    for (let shot = shots.shift(); shot; shot = shots.shift()) {
      const { url } = isFirst(shot.route) ? empty : filled;
      const page = isPublic(shot.route) ? outsider : owner;
      await load(page, `${url}/user/api${shot.path}`, shot.name);
      for (const scheme of SCHEMES) {
        await setScheme(page, scheme);
        for (const [size, viewport] of Object.entries(SIZES)) {
          await resize(page, viewport);
          await page.screenshot({ path: join(folder, `${shot.name}-${scheme}-${size}.png`) });
        }
      }
      // The next page begins as on a desktop, in light.
      await resize(page, SIZES.desktop);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.stdout.write(`${folder}\n`);
}

async function takePicture(scene: Scene): Promise<void> {
  const page = await open(scene);
  const address = `${filled.url}/user/api/w/${scene.workspaceId}`;
  await load(page, address, 'overview');
  // Usage is counted within ten seconds.
  while (await page.getByText('0 errors', { exact: true }).isVisible()) {
    await page.waitForTimeout(1000);
    await load(page, address, 'overview');
  }
  const draft = `${PICTURE}.new`;
  mkdirSync(join(PICTURE, '..'), { recursive: true });
  const { length } = await page.screenshot({ path: draft, type: 'png' });
  if (length > MAX_KB * 1000) throw new Error(`The picture has ${Math.round(length / 1000)} of ${MAX_KB} KB.`);
  renameSync(draft, PICTURE);
  process.stdout.write(`${PICTURE}\n`);
}

async function open(scene?: Scene): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport: SIZES.desktop, reducedMotion: 'reduce' });
  if (scene) await context.addCookies(scene.cookies);
  return context.newPage();
}

async function load(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await settled(page).catch(() => process.stderr.write(`${name} did not settle\n`));
}
