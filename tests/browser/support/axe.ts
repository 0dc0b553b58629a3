import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What Scalar’s own markup breaks: rule and number of places. The numbers may only fall. */
const ALLOWED = JSON.parse(readFileSync(join(import.meta.dirname, '../axe-allowlist.json'), 'utf8')) as Record<
  string,
  number
>;

/** What axe finds on the page, in words; on the reference, what goes beyond its list. */
export async function axeFaults(page: Page, isReference = false): Promise<string[]> {
  // Its script takes longer to load than to run: once a page. The other mode, for frames, needs a second page each time.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'void 0' } : {}) }).setLegacyMode();
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
