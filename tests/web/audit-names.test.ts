import { expect, test } from 'bun:test';

import { actorName, objectName } from '../../web/features/settings/audit-names';

const named = (action: string, type: string, label: string) =>
  objectName({ action, target: { type, id: 'lim_01jd9x3k2mf8v9q4zt7w5b6n0c', label } });

test('what has no name of its own is named in the words of the console', () => {
  expect(named('models.settings_updated', 'workspace', 'Models')).toBe('Model settings');
  expect(named('link_settings.updated', 'workspace', 'Link settings')).toBe('Link settings');
  expect(named('ai_budget.created', 'ai_budget', 'month budget of the key')).toBe('Monthly budget of the key');
  expect(named('ai_budget.reset', 'ai_budget', 'lifetime budget of the workspace')).toBe(
    'Total budget of the workspace',
  );
  expect(named('link_import.created', 'link_import', '2048 bytes of csv')).toBe('2.0 KiB CSV');
  expect(named('link_import.canceled', 'link_import', '1 rows done')).toBe('1 row done');
  const system = { type: 'system', id: null, label: 'Expiry of keys' } as const;
  expect(actorName(system)).toBe('Expiry of keys (Switchboard)');
});

test('names that people gave stay as they are', () => {
  expect(named('workspace.updated', 'workspace', 'Models')).toBe('Models');
  expect(named('api_key.created', 'api_key', 'month budget of the key')).toBe('month budget of the key');
});
