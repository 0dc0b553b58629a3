import { expect, test } from 'bun:test';

import { Glob } from 'bun';

const WORKER = 'server/whatsapp/drivers/web/worker/';
/** An import of the library, but for its types alone. */
const LOADS =
  /^(?:import|export)(?! type\b)[^;]*?from '(?:baileys|libsignal|whatsapp-rust-bridge)[^']*'|(?:import|require)\('(?:baileys|libsignal|whatsapp-rust-bridge)/m;
const NAMES = /from '(?:baileys|libsignal|whatsapp-rust-bridge)[^']*'/;

test('the library of WhatsApp Web is loaded by no import, and its types stop at the worker', async () => {
  const found: string[] = [];
  let files = 0;
  for await (const path of new Glob('{server,shared,web}/**/*.{ts,tsx}').scan('.')) {
    const text = await Bun.file(path).text();
    files += 1;
    if (LOADS.test(text) || (NAMES.test(text) && !path.startsWith(WORKER))) found.push(path);
  }
  expect(found).toEqual([]);
  expect(files).toBeGreaterThan(1000);
});

test.each([
  [`import { makeWASocket } from 'baileys';`, true],
  [`export * from 'baileys/lib/Utils';`, true],
  [`const library = await import('baileys');`, true],
  [`import type { WASocket } from 'baileys';`, false],
  [`import type * as baileys from 'baileys';`, false],
])('an import that loads the library is told from one of its types: %s', (line, expected) => {
  expect(LOADS.test(line)).toBe(expected);
});
