import type { Locator } from '@playwright/test';

import type { Scene } from './console';

/** The form of a step of a rule, by its place. */
export const stepIn = (main: Locator, at: number): Locator => main.locator('.rule-steps > li').nth(at - 1);
export const addStep = (main: Locator, name: string) =>
  main.getByRole('group', { name: 'Add a step' }).getByRole('button', { name }).click();
/** Searches for an event and adds the one of this type. */
export async function addEvent(main: Locator, typed: string, type: string): Promise<void> {
  await main.getByRole('combobox', { name: 'Add an event' }).fill(typed);
  await main
    .getByRole('option')
    .filter({ has: main.page().getByText(type, { exact: true }) })
    .click();
}

/** A condition of the rule, or of the step that `main` is, by its place. */
export async function addCondition(main: Locator, at: number, [field, operator, value]: [string, string, string?]) {
  const conditions = main.getByRole('group', { name: 'Only if' }).first();
  await conditions.getByRole('button', { name: 'Add condition' }).click();
  const row = conditions.getByRole('group', { name: `Condition ${at}` });
  await row.getByRole('combobox', { name: 'Field' }).fill(field);
  await row.getByLabel('Operator').selectOption({ label: operator });
  if (value !== undefined) await row.getByLabel('Value').fill(value);
}

export const runsIn = (main: Locator): Locator => main.getByRole('table', { name: 'Runs' });

export const rulesOf = async (scene: Scene): Promise<Record<string, unknown>[]> =>
  (await scene.act('query', 'automation.rules.list'))['data'] as Record<string, unknown>[];
export const runsOf = async (scene: Scene): Promise<Record<string, unknown>[]> =>
  (await scene.act('query', 'automation.rule_runs.list'))['data'] as Record<string, unknown>[];
