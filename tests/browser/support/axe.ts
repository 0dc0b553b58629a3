import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Frame, Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What Scalar’s own markup breaks: rule and number of places. The numbers may only fall. */
const ALLOWED = JSON.parse(readFileSync(join(import.meta.dirname, '../axe-allowlist.json'), 'utf8')) as Record<
  string,
  number
>;

/** The minified form, of the package that comes with its bindings: half as long to send and compile. */
const SOURCE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Violation {
  id: string;
  help: string;
  /** How many places break the rule, and the first of them. */
  count: number;
  places: string[];
}

/** What axe finds on the page, in words; on the reference, what goes beyond its list. */
export async function axeFaults(page: Page, isReference = false): Promise<string[]> {
  for (const frame of page.frames()) await load(frame);
  const violations = await page.evaluate(violated, TAGS);
  return violations
    .filter(({ id, count }) => !isReference || count > (ALLOWED[id] ?? 0))
    .map(({ id, help, count, places }) => [`${id} ×${count}: ${help}`, ...places].join('\n'));
}

/** Its script takes as long to load as to run: once a page. (The package’s own bindings load it twice.) */
async function load(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
}

/** Runs in the page. */
async function violated(tags: string[]): Promise<Violation[]> {
  interface Found extends Pick<Violation, 'id' | 'help'> {
    nodes: { target: unknown[]; html: string }[];
  }
  const { axe } = window as unknown as {
    axe: { run: (at: Document, how: object) => Promise<{ violations: Found[] }> };
  };
  const how = { reporter: 'no-passes', preload: false, runOnly: { type: 'tag', values: tags } };
  const { violations } = await axe.run(document, how);
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    count: nodes.length,
    places: nodes.slice(0, 5).map(({ target, html }) => `  ${target.join(' ')}: ${html.slice(0, 160)}`),
  }));
}
