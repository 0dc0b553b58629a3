import { expect, test } from 'bun:test';

import { TAGS } from '../../server/modules';
import { traitsOf } from '../../server/whatsapp/drivers/registry';
import { NOTICES } from '../../server/whatsapp/drivers/web/notices';
import { KEY_RESOURCES } from '../../shared/access/key-resources';
import { PRESETS } from '../../shared/access/presets';
import { SCOPE_LABELS } from '../../shared/access/scope-labels';
import { KEY_KINDS } from '../../shared/access/scopes';
import { ERRORS } from '../../shared/errors';
import { EVENTS } from '../../shared/events/events';
import { SURFACES } from '../../shared/surfaces';
import { QUOTAS } from '../../shared/usage/quota-names';
import { DRIVERS } from '../../shared/whatsapp/drivers';
import { labelOf, type LabelList } from '../../web/i18n/labels';
import * as portuguese from '../../web/i18n/labels/labels.pt-BR';

const LISTS: Record<LabelList, Record<string, string>> = { ...portuguese };

const textsOf = <T extends object>(table: Record<string, T>, name: keyof T): Record<string, string> =>
  Object.fromEntries(Object.entries(table).map(([code, entry]) => [code, String(entry[name])]));

const DRIVER_TEXTS = [
  ...DRIVERS.map(traitsOf).flatMap(({ description, answered }) => [description, answered.pacing.description]),
  ...NOTICES,
];

const ENGLISH: Record<LabelList, Record<string, string>> = {
  scopes: SCOPE_LABELS,
  presetNames: textsOf(PRESETS, 'name'),
  presetDescriptions: textsOf(PRESETS, 'description'),
  keyKinds: KEY_KINDS,
  keyResources: textsOf(KEY_RESOURCES, 'label'),
  quotas: textsOf(QUOTAS, 'label'),
  surfaces: SURFACES,
  errorTitles: textsOf(ERRORS, 'title'),
  errorActions: textsOf(ERRORS, 'action'),
  events: textsOf(EVENTS, 'label'),
  apiTags: Object.fromEntries(TAGS.map(({ name }) => [name, name])),
  driverTexts: Object.fromEntries(DRIVER_TEXTS.map((text) => [text, text])),
};

test.each(Object.keys(ENGLISH) as LabelList[])('every code of %s has a label in Portuguese', (list) => {
  const translated: Record<string, string> = LISTS[list];
  expect(Object.keys(translated).toSorted()).toEqual(Object.keys(ENGLISH[list]).toSorted());
  for (const [code, english] of Object.entries(ENGLISH[list])) {
    const label = translated[code] ?? '';
    expect([code, label]).not.toEqual([code, '']);
    // A sentence that is the same in both was forgotten.
    if (english.split(' ').length > 3) expect([code, label]).not.toEqual([code, english]);
    // Names of fields and headers stay.
    expect([code, namesIn(label)]).toEqual([code, namesIn(english)]);
  }
});

test('English stays what the code says', () => {
  expect(labelOf('scopes', 'keys:read', SCOPE_LABELS['keys:read'])).toBe(SCOPE_LABELS['keys:read']);
});

const namesIn = (text: string): string[] => [...text.matchAll(/`[^`]+`/g)].map(([name]) => name).toSorted();
