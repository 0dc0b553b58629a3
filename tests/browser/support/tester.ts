import type { Locator } from '@playwright/test';

import { expect } from './test';

export const phoneIn = (main: Locator): Locator => main.getByRole('region', { name: 'Phone' });
export const logIn = (main: Locator): Locator => main.getByRole('log', { name: 'Messages' });
export const historyIn = (main: Locator): Locator => main.getByRole('list', { name: 'Status history' });
export const eventsIn = (main: Locator): Locator => main.getByRole('list', { name: 'Events of the message' });

export async function sendTo(form: Locator, number: string): Promise<void> {
  const field = form.getByRole('combobox', { name: 'To', exact: true });
  await field.fill(number);
  await field.press('Enter');
}

export async function send(main: Locator, text: string): Promise<void> {
  await main.getByLabel('Text', { exact: true }).first().fill(text);
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(logIn(main).getByText(text, { exact: true }).last()).toBeVisible();
}
