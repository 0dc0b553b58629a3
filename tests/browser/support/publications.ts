import type { Locator } from '@playwright/test';

import type { Scene } from './console';
import { NORMAL, sandboxOf } from './whatsapp-messages';

const DAY_MS = 86_400_000;
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** The publications, as the API returns them. */
export async function publicationsOf(scene: Scene, input: object = {}): Promise<Record<string, unknown>[]> {
  const { data } = await scene.act('query', 'automation.publications.list', input);
  return data as Record<string, unknown>[];
}

/** A text to somebody of the sandbox, unless the input says otherwise; its id. */
export async function publish(scene: Scene, input: object = {}): Promise<string> {
  const { id } = await scene.act('mutate', 'automation.publications.create', {
    content: { text: 'Version 2 is out.' },
    targets: [{ channel: 'whatsapp', instance_id: await sandboxOf(scene), to: [NORMAL] }],
    ...input,
  });
  return String(id);
}

/** Chooses a recipient in the form, as a person does. */
export async function choose(main: Locator, typed: string, option: string | RegExp): Promise<void> {
  await main.getByRole('combobox', { name: 'Add a recipient' }).fill(typed);
  await main.getByRole('option', { name: option }).first().click();
}

/** Where the form shows what it will become. */
export const outlookIn = (main: Locator): Locator => main.getByRole('complementary', { name: 'Preview', exact: true });
