import { describe, expect, test } from 'bun:test';

import { branchesIn, branchesInTree } from './name-branches';

const linesOf = (text: string, path = 'server/whatsapp/queue/send.ts') =>
  branchesIn(path, text).map(({ line }) => line);

test('no code branches on the name of a driver, channel or provider outside of its folder', async () => {
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
    [`if ((input.driver ?? 'sandbox') === 'sandbox') send();`],
    [`if (driverOf(row) === ('cloud' as const)) send();`],
    [`switch (of.driver as string) { case 'cloud': break; }`],
    [`const { driver: which } = row; if (which === 'cloud') send();`],
    [`const CLOUD = 'cloud'; if (driver === CLOUD) send();`],
    [`const LIVE = ['cloud'] as const; if (LIVE.includes(driver)) send();`],
    [`if (['cloud'].some((one) => one === driver)) send();`],
    [`const LIVE = new Set(['cloud']); if (LIVE.has(driver)) send();`],
    [`const MOST = new Map([['cloud', 1]]); send(MOST.get(driver));`],
    [`const MOST = { cloud: 100 }; send(MOST[driver]);`],
    [`const MOST: Partial<Record<DriverName, number>> = { cloud: 100 };`],
    [`const MOST = { cloud: 100 } satisfies Partial<Record<DriverName, number>>;`],
    [`const MOST = { ['sandbox']: 1, ['cloud']: 2 };`],
    [`if (driver in { cloud: 1 }) send();`],
    [`if ('cloud' in input) send();`],
    [`if (driver.startsWith('cloud')) send();`],
    [`if (/^cloud$/.test(driver)) send();`],
  ])('%s', (text) => {
    expect(linesOf(text)).toEqual([1]);
  });
});

test('in JSX too', () => {
  const path = 'web/features/whatsapp/create/page.tsx';
  expect(linesOf(`const page = <>{of.driver === 'cloud' && <Steps />}</>;`, path)).toEqual([1]);
  expect(linesOf(`const page = <Steps disabled={['cloud'].includes(of.driver)} />;`, path)).toEqual([1]);
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
