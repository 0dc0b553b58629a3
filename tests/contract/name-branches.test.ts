import { describe, expect, test } from 'bun:test';

import { branchesIn, branchesInTree } from './name-branches';

const linesOf = (text: string, path = 'server/whatsapp/queue/send.ts') =>
  branchesIn(path, text).map(({ line }) => line);

test('no driver, channel or provider is asked for its name outside of its folder', async () => {
  expect(await branchesInTree()).toEqual([]);
});

describe('a branch on a name is found', () => {
  test.each([
    [`if (instance.driver === 'cloud') send();`],
    [`const isLive = 'sandbox' !== row.driver;`],
    [`switch (of.driver) { case 'cloud': break; }`],
    [`const most = { sandbox: 1000, cloud: 100 }[driver];`],
    [`const most = { cloud: 100 }[instance.driver];`],
    [`const LABELS = { sandbox: 'Sandbox', cloud: 'Cloud API', other: '' };`],
    [`if (['cloud'].includes(driver)) send();`],
    [`where(inArray(waInstances.driver, ['sandbox', 'cloud']));`],
    [`if (target['channel'] === 'whatsapp') send();`],
    [`if (kind == 'webhook') send();`],
    [`if (config.type === 'openai_compatible') ask();`],
  ])('%s', (text) => {
    expect(linesOf(text)).toEqual([1]);
  });
});

describe('other uses of the words are none', () => {
  test.each([
    [`const input = { name: 'x', driver: 'sandbox' };`],
    [`if (action.type === 'webhook') run();`],
    [`if (location === 'cloud') show();`],
    [`const place = { surface: 'whatsapp' };`],
    [`z.literal('cloud');`],
    [`const FIELDS = { publish: A, reply: B, webhook: C }[action.type];`],
  ])('%s', (text) => {
    expect(linesOf(text)).toEqual([]);
  });

  test('in the folder of the driver itself', () => {
    expect(linesOf(`if (instance.driver === 'cloud') send();`, 'server/whatsapp/drivers/cloud/send.ts')).toEqual([]);
    expect(linesOf(`if (instance.driver === 'cloud') send();`, 'server/whatsapp/drivers/sandbox/send.ts')).toEqual([1]);
  });
});
