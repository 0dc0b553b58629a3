import { expect, test } from 'bun:test';

import { compileOperations } from '../../../server/http/rest/operation';
import { CAPABILITY_NAMES, type CapabilityName, driversOf, supports } from '../../../shared/whatsapp/capabilities';
import { DRIVERS } from '../../../shared/whatsapp/drivers';
import { CHANGES } from './changes';
import { GROUPS } from './groups';
import { OTHERS } from './others';
import { RECEIVES } from './receives';
import { SENDS } from './sends';
import { stages } from './stage';

const stageOf = stages();
const ALL = [...SENDS, ...CHANGES, ...RECEIVES, ...OTHERS, ...GROUPS];

/** What has no operation (yet), so that nothing can be asked of a driver. */
const WITHOUT_OPERATION: CapabilityName[] = ['contact.presence'];
/** Asked in other scenarios, as a part of them. */
const WITHIN_OTHERS: Partial<Record<CapabilityName, CapabilityName>> = { 'group.list': 'group.create' };

test('every capability that has an operation has a scenario', () => {
  const covered = new Set<CapabilityName>(ALL.map(({ capability }) => capability));
  const missing = CAPABILITY_NAMES.filter((name) => !covered.has(WITHIN_OTHERS[name] ?? name));
  expect(missing).toEqual(WITHOUT_OPERATION);
  expect(ALL.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
});

test('the matrix, what instances answer, and the document say the same', async () => {
  for (const driver of DRIVERS) {
    const { ask } = await stageOf(driver);
    const told = await ask(200, 'GET', '/capabilities');
    const supported = CAPABILITY_NAMES.map((name) => [name, told[name].supported]);
    expect(supported).toEqual(CAPABILITY_NAMES.map((name) => [name, supports(driver, name)]));
  }

  const document = await (await stageOf('sandbox')).document();
  const operations = compileOperations().filter(({ id }) => id.startsWith('whatsapp_'));
  const named = operations.map(({ id, method, path }) => [
    id,
    document.paths[path]?.[method.toLowerCase()]?.['x-drivers'],
  ]);
  expect(named).toEqual(operations.map(({ id, meta }) => [id, meta.capability && driversOf(meta.capability)]));
});
