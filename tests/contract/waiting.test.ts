import { expect, test } from 'bun:test';

/** Where time itself is what is meant, and why. Everything else waits for what it needs: `until`. */
const MAY: Record<string, string> = {
  'tests/automation/breaking.worker.ts': 'a thread that does not get the processor',
  'tests/browser/pages-use.e2e.ts': 'answers that are slow',
  'tests/browser/screenshots.ts': 'pictures, no test',
  'tests/browser/support/layout.ts': 'frames that a page in the background does not draw',
  'tests/browser/support/look.ts': 'colours that change slowly',
  'tests/contract/fuzz.ts': 'a request that is never answered',
  'tests/support/until.ts': '`until`',
  'tests/support/waiting.ts': 'parts that are slow, and what must not come',
  'tests/support/whatsapp-web/connection.ts': 'a socket that closes behind its last stanza',
  'tests/support/whatsapp-web/media/store.ts': 'files that are slow',
  'tests/support/whatsapp-web/world.ts': '`until` of the other side, which may be a process of its own',
  'tests/whatsapp/meta-graph/clock.ts': 'timers of the provider',
  'tests/whatsapp/web/event-log.ts': 'the end of the time in which an event must come',
};
const OWN = 'tests/contract/waiting.test.ts';
const WAITS = /\bBun\.sleep(?:Sync)?\(|(?<!test\.)\bsetTimeout\(|\bwaitForTimeout\(|\btimers\/promises\b/;

test('no test sleeps, and none is retried', async () => {
  const files = [...new Bun.Glob('tests/**/*.ts').scanSync('.')].filter(
    (file) => !file.startsWith('tests/bench/') && file !== OWN,
  );
  const sleeping: string[] = [];
  for (const file of files) {
    const text = await Bun.file(file).text();
    if (WAITS.test(text)) sleeping.push(file);
  }
  expect(sleeping.toSorted()).toEqual(Object.keys(MAY));
  expect(await Bun.file('.ci/run').text()).not.toContain('--retry');
  expect(await Bun.file('tests/browser/playwright.config.ts').text()).not.toContain('retries');
});
