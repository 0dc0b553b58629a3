import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What Scalar’s own markup breaks: rule and number of places. The numbers may only fall. */
const ALLOWED = JSON.parse(readFileSync(join(import.meta.dirname, '../axe-allowlist.json'), 'utf8')) as Record<
  string,
  number
>;

/** The minified form, of the package that AxeBuilder brings: half as long to send and compile as what it takes by itself. */
const SOURCE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What axe finds on the page, in words; on the reference, what goes beyond its list. */
export async function axeFaults(page: Page, isReference = false): Promise<string[]> {
  // Its script takes longer to load than to run: once a page. The other mode, for frames, needs a second page each time.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, axeSource: isLoaded ? 'void 0' : SOURCE }).setLegacyMode();
  const { violations } = await axe
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(TAGS)
    .analyze();
  return violations
    .filter(({ id, nodes }) => !isReference || nodes.length > (ALLOWED[id] ?? 0))
    .map(({ id, help, nodes }) => {
      const places = nodes.slice(0, 5).map((node) => `  ${node.target.join(' ')}: ${node.html.slice(0, 160)}`);
      return [`${id} ×${nodes.length}: ${help}`, ...places].join('\n');
    });
}
