import { afterAll, expect, test } from 'bun:test';

import { warningsOf } from '../../web/ui/shell/warnings/warning-list';

const before = globalThis.window;
globalThis.window = { isSecureContext: true } as typeof globalThis.window;
afterAll(() => {
  globalThis.window = before;
});

const QUIET = { workspace: undefined, isDown: false, seconds: 0, causes: [], keys: [], webhooks: [], rules: [] };

test('what fails in the installation is a warning with its cause and since when', () => {
  expect(warningsOf(QUIET)).toEqual([]);
  const since = new Date(Date.now() - 5 * 60_000).toISOString();
  const causes = [{ code: 'disk_full', message: 'database is read-only: disk full', since }];
  expect(warningsOf({ ...QUIET, causes })).toEqual([
    {
      tone: 'error',
      label: 'Installation failing',
      text: expect.stringMatching(/^Database is read-only: disk full \(first seen 5 min.* ago\)\.$/),
    },
  ]);
});
