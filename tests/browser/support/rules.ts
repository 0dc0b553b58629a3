import type { Locator } from '@playwright/test';

import type { Scene } from './console';

/** The form of a step of a rule, by its place. */
export const stepIn = (main: Locator, at: number): Locator => main.locator('.rule-steps > li').nth(at - 1);
export const addStep = (main: Locator, name: string) =>
  main.getByRole('group', { name: 'Add a step' }).getByRole('button', { name }).click();
export const runsIn = (main: Locator): Locator => main.getByRole('table', { name: 'Runs' });

export const rulesOf = async (scene: Scene): Promise<Record<string, unknown>[]> =>
  (await scene.act('query', 'automation.rules.list'))['data'] as Record<string, unknown>[];
export const runsOf = async (scene: Scene): Promise<Record<string, unknown>[]> =>
  (await scene.act('query', 'automation.rule_runs.list'))['data'] as Record<string, unknown>[];
