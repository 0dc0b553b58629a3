import type { Locator, Page } from '@playwright/test';

import type { Scene } from './console';
import { copiedBy, openPage } from './steps';
import { expect } from './test';

/** The list of keys, as the owner, with the clipboard open to the test. */
export async function openKeys(page: Page, url: string, scene: Scene, more = ''): Promise<void> {
  await openPage(page, { url }, scene, `/keys${more}`);
}

/** The drawer for a new key, unfolded. */
export async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a key' });
  await form.getByRole('button', { name: 'Scopes and limits' }).click();
  await expect(listField(form, 'Allowed networks')).toBeVisible();
  return form;
}

/** The field of an editor of a list, which adds to the list. */
export const listField = (form: Locator, list: string): Locator =>
  form.getByRole('combobox', { name: `Add to ${list}` });

export async function addToList(form: Locator, list: string, ...entries: string[]): Promise<void> {
  for (const entry of entries) {
    await listField(form, list).fill(entry);
    await listField(form, list).press('Enter');
  }
}

/** Copies the secret that is shown, as a person does. */
export const takeSecret = (page: Page): Promise<string> =>
  copiedBy(page.getByRole('button', { name: 'Copy key', exact: true }));

export async function statusOf(url: string, secret: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${secret}` } });
  await response.body?.cancel();
  return response.status;
}

/** The key of that name, as the API returns it. */
export async function keyNamed(scene: Scene, name: string): Promise<Record<string, unknown>> {
  const { data } = await scene.act('query', 'keys.list', { q: name });
  const found = (data as Record<string, unknown>[]).filter((key) => key['name'] === name);
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}

/** Everything of the page that outlives a look at it. */
export async function everythingKept(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].map(({ name, value }) => `${name}=${value}`),
    );
    return JSON.stringify([
      location.href,
      history.state,
      // Every entry of this tab, not only the current one.
      (window as unknown as { navigation?: { entries(): { url: string; getState(): unknown }[] } }).navigation
        ?.entries()
        .map((entry) => [entry.url, entry.getState()]),
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      attributes,
      document.documentElement.textContent,
      [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      caches(),
    ]);

    /** What the query client holds, found by way of the components. */
    function caches(): unknown {
      const root = document.querySelector('#root') ?? document.body.firstElementChild;
      const name = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer$'));
      const host = (root as unknown as Record<string, Fiber | undefined>)[name ?? ''];
      const waiting = [host?.stateNode?.current];
      for (let fiber = waiting.pop(); fiber; fiber = waiting.pop()) {
        const client = fiber.memoizedProps?.['client'] as Client | undefined;
        if (client?.getQueryCache) {
          const queries = client.getQueryCache().getAll();
          const mutations = client.getMutationCache().getAll();
          return [queries.map(({ queryKey, state }) => [queryKey, state]), mutations.map(({ state }) => state)];
        }
        if (fiber.sibling) waiting.push(fiber.sibling);
        if (fiber.child) waiting.push(fiber.child);
      }
      throw new Error('There is no query client.');
    }
    interface Fiber {
      child: Fiber | null;
      sibling: Fiber | null;
      stateNode?: { current?: Fiber };
      memoizedProps?: Record<string, unknown> | null;
    }
    interface Client {
      getQueryCache(): { getAll(): { queryKey: unknown; state: unknown }[] };
      getMutationCache(): { getAll(): { state: unknown }[] };
    }
  });
}
