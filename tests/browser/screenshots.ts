import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import config from './playwright.config';
import { furnish, startConsole } from './support/console';
import { addressesOf, isFirst, isPublic, ROUTES } from './support/routes';
import { SCHEMES, settled, SIZES } from './support/test';

/** `bun run screenshots [folder]`: every page, light and dark, desktop and phone. */
const folder = process.argv[2] ?? join(tmpdir(), 'switchboard-screenshots');
mkdirSync(folder, { recursive: true });

const filled = await startConsole();
const empty = await startConsole();
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const scene = await furnish(filled.url);
  for (const colorScheme of SCHEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const options = { colorScheme, viewport, reducedMotion: 'reduce' } as const;
      const stranger = await browser.newContext(options);
      const owner = await browser.newContext(options);
      await owner.addCookies(scene.cookies);
      for (const route of ROUTES) {
        const { url } = isFirst(route) ? empty : filled;
        for (const { name, path } of addressesOf(route, scene)) {
          const page = await (isPublic(route) ? stranger : owner).newPage();
          await page.goto(`${url}/user/api${path}`);
          await settled(page).catch(() => process.stderr.write(`${name} did not settle\n`));
          await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${size}.png`) });
          await page.close();
        }
      }
      await stranger.close();
      await owner.close();
    }
  }
} finally {
  await browser.close();
  await Promise.all([filled.stop(), empty.stop()]);
}
process.stdout.write(`${folder}\n`);
