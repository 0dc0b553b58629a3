import type { Locator, Page } from '@playwright/test';

import { dialog } from './steps';
import { expect } from './test';

export const phoneIn = (main: Locator): Locator => main.getByRole('region', { name: 'Phone' });
export const logIn = (main: Locator): Locator => main.getByRole('log', { name: 'Messages' });
export const historyIn = (main: Locator): Locator => main.getByRole('list', { name: 'Status history' });
export const eventsIn = (main: Locator): Locator => main.getByRole('list', { name: 'Events of the message' });

/** Sends what stands in the composer. */
export const press = (main: Locator | Page): Promise<void> =>
  main.getByRole('button', { name: 'Send', exact: true }).click();

/** Chooses the type of the next message. */
export async function chooseType(main: Locator, type: string): Promise<void> {
  await main.getByRole('button', { name: 'Message type' }).click();
  await main.page().getByRole('menuitem', { name: type, exact: true }).click();
}

/** Expects a text in the call of the shown message, which stands in a drawer. */
export async function codeHas(main: Locator, text: string): Promise<void> {
  await main.getByRole('button', { name: 'View code' }).click();
  const drawer = dialog(main.page(), 'API call');
  await expect(drawer.getByRole('tabpanel')).toContainText(text);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toHaveCount(0);
}

export async function sendTo(form: Locator, number: string): Promise<void> {
  const field = form.getByRole('combobox', { name: 'To', exact: true });
  await field.fill(number);
  await field.press('Enter');
}

export async function send(main: Locator, text: string): Promise<void> {
  await main.getByLabel('Text', { exact: true }).first().fill(text);
  await press(main);
  await expect(logIn(main).getByText(text, { exact: true }).last()).toBeVisible();
}
