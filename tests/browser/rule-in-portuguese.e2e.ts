import { openPage } from './support/steps';
import { expect, test } from './support/test';

test('in Portuguese a rule names its events, and says what is wrong with a condition', async ({ page, filled }) => {
  await page.addInitScript(() => localStorage.setItem('sb_locale', 'pt-BR'));
  await openPage(page, filled, filled.scene, '/automation/rules/new?recipe=reply');
  const main = page.locator('#main');
  await expect(main.getByRole('list', { name: 'Eventos' })).toContainText('Mensagem recebida');
  await main.getByRole('button', { name: 'Adicionar condição' }).first().click();
  const condition = main.getByRole('group', { name: 'Condição 2' });
  await condition.getByRole('combobox', { name: 'Campo' }).fill('event.data.type');
  await expect(condition.getByText('Falta um valor no final. (linha 1, coluna 19)')).toBeVisible();
});
