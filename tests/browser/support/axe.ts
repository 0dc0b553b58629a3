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
export async function axeFaults(page: Page, isReference: boolean): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations
    .filter(({ id, nodes }) => !isReference || nodes.length > (ALLOWED[id] ?? 0))
    .map(({ id, help, nodes }) => {
      const places = nodes.slice(0, 5).map((node) => `  ${node.target.join(' ')}: ${node.html.slice(0, 160)}`);
      return [`${id} ×${nodes.length}: ${help}`, ...places].join('\n');
    });
}
