import type { Locator, Page } from '@playwright/test';

import { axeFaults } from './support/axe';
import type { Scene } from './support/console';
import { resize, setScheme, widthFaults } from './support/layout';
import { populate } from './support/populate';
import { expect, settled, SIZES, test } from './support/test';

interface Overlay {
  name: string;
  path: string;
  /** What the focus is on when it opens, and comes back to. */
  opener: (page: Page) => Locator;
  /** What opens it from there. */
  key?: string;
  /** In the menu that the opener has. */
  item?: string;
  role: 'dialog' | 'menu' | 'listbox';
  title?: string | RegExp;
  only?: keyof typeof SIZES;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).locator('visible=true').first();

/** Every dialog, drawer and menu that a button of a page opens. */
const OVERLAYS: Overlay[] = [
  { name: 'workspace menu', path: '/w/$ws', opener: button(/^Workspace/), role: 'menu' },
  { name: 'account menu', path: '/w/$ws', opener: button(/^Account of/), role: 'menu' },
  { name: 'palette', path: '/w/$ws', opener: button(/^Search/), role: 'dialog', title: 'Search and commands' },
  { name: 'palette of the account', path: '/account/profile', opener: button(/^Search/), role: 'dialog' },
  { name: 'shortcuts', path: '/w/$ws', opener: button(/^Account of/), key: '?', role: 'dialog', title: /shortcuts/ },
  { name: 'navigation', path: '/w/$ws', opener: button('Open navigation'), role: 'dialog', only: 'phone' },
  { name: 'create key', path: '/w/$ws/keys', opener: button('Create key'), role: 'dialog', title: 'Create a key' },
  { name: 'change key', path: '/w/$ws/keys/$key', opener: button('Edit'), role: 'dialog', title: /^Edit/ },
  {
    name: 'rotate key',
    path: '/w/$ws/keys/$key',
    opener: button('More actions'),
    item: 'Rotate key',
    role: 'dialog',
    title: /^Rotate/,
  },
  {
    name: 'revoke key',
    path: '/w/$ws/keys/$key',
    opener: button('More actions'),
    item: 'Revoke key',
    role: 'dialog',
    title: /^Revoke/,
  },
  { name: 'copy as code', path: '/w/$ws/keys/$key', opener: button('Copy as code'), role: 'menu' },
  { name: 'invite', path: '/w/$ws/settings/members', opener: button('Invite member'), role: 'dialog' },
  {
    name: 'remove member',
    path: '/w/$ws/settings/members',
    opener: button('Actions for Vera'),
    item: 'Remove member',
    role: 'dialog',
  },
  {
    name: 'revoke invitation',
    path: '/w/$ws/settings/members',
    opener: button('Actions for grace@acme.com'),
    item: 'Revoke invitation',
    role: 'dialog',
  },
  { name: 'leave', path: '/w/$ws/settings/danger', opener: button('Leave workspace'), role: 'dialog' },
  { name: 'delete workspace', path: '/w/$ws/settings/danger', opener: button('Delete workspace'), role: 'dialog' },
  { name: 'end sessions', path: '/account/sessions', opener: button('Sign out other browsers'), role: 'dialog' },
  {
    name: 'reset link',
    path: '/instance/users',
    opener: button('Actions for Vera'),
    item: 'Create reset link',
    role: 'dialog',
  },
  {
    name: 'suspend user',
    path: '/instance/users',
    opener: button('Actions for Vera'),
    item: 'Suspend user',
    role: 'dialog',
  },
  {
    name: 'suspend workspace',
    path: '/instance/workspaces',
    opener: button('Actions for Acme'),
    item: 'Suspend workspace',
    role: 'dialog',
  },
  { name: 'add provider', path: '/instance/models', opener: button('Add provider'), role: 'dialog' },
  { name: 'block host', path: '/instance/links', opener: button('Block domain'), role: 'dialog' },
];

test.describe.configure({ mode: 'parallel' });

for (const overlay of OVERLAYS) {
  test(`${overlay.name} takes the focus, gives it back, and is clean`, async ({ context, page, filled }) => {
    const { url, scene } = filled;
    await populate(filled);
    await context.addCookies(scene.cookies);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize(SIZES.desktop);
    await page.goto(`${url}/user/api${addressOf(overlay.path, scene)}`);
    await settled(page);

    const faults: string[] = [];
    for (const size of ['desktop', 'phone'] as const) {
      if (overlay.only && overlay.only !== size) continue;
      await resize(page, SIZES[size]);
      const shown = await open(page, overlay);
      for (const scheme of ['light', 'dark'] as const) {
        await setScheme(page, scheme);
        for (const fault of await axeFaults(page)) faults.push(`${scheme}, ${size}: ${fault}`);
      }
      if (size === 'desktop' || overlay.only) await goThrough(page, shown, overlay.role);
      if (size === 'phone') faults.push(...(await widthFaults(page)));
      await page.keyboard.press('Escape');
      await expect(shown).toHaveCount(0);
      await expect(overlay.opener(page)).toBeFocused();
    }
    expect(faults.join('\n')).toBe('');
  });
}

const addressOf = (path: string, scene: Scene) => path.replace('$ws', scene.workspaceId).replace('$key', scene.keyId);

/** Opens it by the keyboard, and waits until the focus is in it. */
async function open(page: Page, { opener, key = 'Enter', item, role, title }: Overlay): Promise<Locator> {
  await opener(page).focus();
  await page.keyboard.press(key);
  if (item !== undefined) await page.getByRole('menuitem', { name: item }).press('Enter');
  const shown = page.getByRole(role, title === undefined ? {} : { name: title }).locator('visible=true');
  await expect(shown).toHaveCount(1);
  await expect.poll(() => shown.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  return shown;
}

const STRIDE = 12;
const CONTROLS = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)';

/** With the keyboard, from its first control round to it again: nothing behind it is reached, and nothing holds on. */
async function goThrough(page: Page, shown: Locator, role: Overlay['role']): Promise<void> {
  const step = role === 'dialog' ? 'Tab' : 'ArrowDown';
  if ((await shown.locator(CONTROLS).count()) < 2) return;
  await shown.evaluate((element) => {
    // From the last control of a native dialog the focus goes to the browser’s own, which is no event here.
    const seen: Element[] = [];
    document.addEventListener('focusin', ({ target }) => target instanceof Element && seen.push(target));
    Object.assign(window, {
      wander: () => ({
        strays: seen.filter((target) => !element.contains(target)).map(({ outerHTML }) => outerHTML.slice(0, 120)),
        different: new Set(seen).size,
        isRound: seen.length > 1 && seen.indexOf(seen[0] ?? element, 1) > 0,
      }),
    });
  });
  let known = 0;
  for (;;) {
    for (let press = 0; press < STRIDE; press += 1) await page.keyboard.press(step);
    const { strays, different, isRound } = await page.evaluate(() =>
      (window as unknown as { wander: () => { strays: string[]; different: number; isRound: boolean } }).wander(),
    );
    expect(strays, 'the focus stays within').toEqual([]);
    if (isRound) return;
    expect(different, 'the focus moves on').toBeGreaterThan(known);
    known = different;
  }
}
