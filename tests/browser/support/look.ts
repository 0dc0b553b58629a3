import type { Page } from '@playwright/test';

import { axeFaults } from './axe';
import { dress, widthFaults } from './layout';
import { expect, SIZES } from './test';

const LOOKS = [
  ['light', 'desktop'],
  ['dark', 'phone'],
] as const;

const MEASURED_MS = 500;

/** Once large and light, once small and dark; the width too. */
export async function look(page: Page, what: string): Promise<void> {
  const faults: string[] = [];
  for (const [scheme, size] of LOOKS) {
    await dress(page, { size: SIZES[size], scheme });
    // From the top: what a fixed head covers as it happens is no fault.
    await page.evaluate(() => scrollTo(0, 0));
    for (const fault of await lastingFaults(page)) faults.push(`${what}, ${scheme}, ${size}: ${fault}`);
    const folder = process.env['SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/${what}-${scheme}-${size}.png` });
    // In between, since it leaves the page at the width of a phone.
    if (size === 'desktop') faults.push(...(await widthFaults(page)).map((fault) => `${what}, ${fault}`));
  }
  await dress(page, { size: SIZES.desktop, scheme: 'light' });
  expect(faults.join('\n')).toBe('');
}

/** Rows of a long list are measured anew after a change of size; what is wrong only until then nobody sees. */
async function lastingFaults(page: Page): Promise<string[]> {
  const faults = await axeFaults(page);
  if (faults.length === 0) return faults;

  await page.waitForTimeout(MEASURED_MS);
  return axeFaults(page);
}
