import { expect, test } from 'bun:test';

import { PublicationInput } from '../../shared/automation/publication-inputs';
import {
  changeOf,
  checkDraft,
  inputOf,
  NEW_PUBLICATION,
  type PublicationDraft,
} from '../../web/features/automation/publications/composer/draft';
import {
  clocksOf,
  draftOfSchedule,
  faultsInSchedule,
  instantOf,
  NEW_SCHEDULE,
  nextFullHour,
  scheduleOf,
} from '../../web/features/automation/publications/composer/schedule-draft';
import { choicesOf, pointerInForm, targetsOf } from '../../web/features/automation/publications/composer/target-draft';

const WAI = 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c';
const WHK = 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c';
const TARGETS = [
  { channel: 'whatsapp', instance_id: WAI, to: ['+15550100000', '+15550100002'] },
  { channel: 'webhook', to: [WHK] },
];
const DRAFT: PublicationDraft = {
  ...NEW_PUBLICATION,
  targets: choicesOf(TARGETS),
  content: { ...NEW_PUBLICATION.content, text: 'Hello' },
};

test('recipients are chosen one by one and sent by channel, and refusals find them again', () => {
  expect(DRAFT.targets.map(({ id }) => id)).toEqual([
    `whatsapp:${WAI}:+15550100000`,
    `whatsapp:${WAI}:+15550100002`,
    `webhook:${WHK}`,
  ]);
  expect(targetsOf(DRAFT.targets)).toEqual(TARGETS);
  expect(pointerInForm('/targets/0/to/1', DRAFT.targets)).toBe('/targets/1');
  expect(pointerInForm('/targets/1/to/0', DRAFT.targets)).toBe('/targets/2');
  expect(pointerInForm('/targets/1', DRAFT.targets)).toBe('/targets/2');
  expect(pointerInForm('/targets/7/to/0', DRAFT.targets)).toBe('/targets');
  expect(pointerInForm('/content/text', DRAFT.targets)).toBe('/content/text');
});

test('what the form makes is what the API takes, without its defaults', () => {
  expect(inputOf(DRAFT)).toEqual({
    targets: TARGETS,
    content: { text: 'Hello', format: 'plain', link_preview: true, media: [] },
  } as never);
  const full: PublicationDraft = {
    ...DRAFT,
    title: ' Release ',
    overrides: {
      webhook: { payload: { json: '{"build": 42}' } },
      telegram: { text: 'for nobody' },
      whatsapp: { text: '' },
    },
    schedule: {
      ...NEW_PUBLICATION.schedule,
      mode: 'next_slot',
      slots: ['0 9 * * 1-5', '0 17 * * 5'],
      timezone: 'Europe/Berlin',
      quiet_hours: { isSet: true, from: '22:00', to: '07:00', days: [7, 1] },
      jitter_seconds: 30,
    },
    expires_after_seconds: '3600',
    overflow: 'split',
    on_invalid_target: 'skip',
    short_links: 'auto',
    duplicate_window_seconds: '300',
    allow_duplicate: true,
    metadata: [{ name: 'team', value: 'growth' }],
    outcome: 'approval',
  };
  const input = inputOf(full);
  expect(PublicationInput.safeParse(input).error?.issues).toBeUndefined();
  expect(input).toMatchObject({
    title: 'Release',
    overrides: { webhook: { payload: { build: 42 } } },
    schedule: {
      mode: 'next_slot',
      slots: ['0 9 * * 1-5', '0 17 * * 5'],
      timezone: 'Europe/Berlin',
      quiet_hours: { from: '22:00', to: '07:00', days: [1, 7] },
      jitter_seconds: 30,
    },
    requires_approval: true,
  });
  // Only of the channels that it goes to.
  expect(input.overrides).not.toHaveProperty('telegram');
  expect(checkDraft(full)).toEqual({});
});

test('a change holds only what differs, and null for what was taken away', () => {
  expect(changeOf(DRAFT, DRAFT)).toEqual({});
  const named = { ...DRAFT, title: 'Release', overrides: { whatsapp: { text: 'Own' } } };
  expect(changeOf(named, DRAFT)).toEqual({ title: null, overrides: null } as never);
});

test('missing fields and invalid JSON are reported without a call', () => {
  expect(Object.keys(checkDraft(NEW_PUBLICATION))).toEqual(['targets', 'content.text']);
  const broken = { ...DRAFT, overrides: { webhook: { payload: { json: '{' } } } };
  expect(checkDraft(broken)).toEqual({ 'overrides.webhook.payload': 'Enter valid JSON.' });
  const timeless = { ...DRAFT, schedule: { ...NEW_PUBLICATION.schedule, mode: 'at' as const } };
  expect(checkDraft(timeless)).toEqual({ 'schedule.at': 'Enter a date and a time.' });
});

test('a schedule comes back as it was, on the clocks of its zone', () => {
  for (const schedule of [
    { mode: 'delay', delay_seconds: 5400 },
    { mode: 'at', at: '2026-12-01T09:00', timezone: 'America/New_York' },
    { mode: 'next_slot', slots: ['@daily'], slot_group: 'letters', timezone: 'UTC' },
    { mode: 'now', quiet_hours: { from: '22:00', to: '07:00' }, timezone: 'Asia/Tokyo' },
  ] as const) {
    expect(scheduleOf(draftOfSchedule(schedule as never))).toEqual(schedule as never);
  }
  expect(clocksOf('2026-12-01T09:00:00.000Z', 'America/New_York')).toBe('2026-12-01T04:00');
  expect(clocksOf('2026-12-01T09:00', 'America/New_York')).toBe('2026-12-01T09:00');
});

test('a local time is an instant of its zone, also where the clocks change', () => {
  for (const [local, zone, instant] of [
    ['2026-11-21T09:30', 'UTC', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21T09:30', 'Asia/Kolkata', '2026-11-21T04:00:00.000Z'],
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
  ] as const) {
    expect([local, zone, new Date(instantOf(local, zone)).toISOString()]).toEqual([local, zone, instant]);
    expect(clocksOf(instant, zone)).toBe(local);
  }
  const now = Date.parse('2026-11-21T09:30:00Z');
  expect(nextFullHour('UTC', now)).toBe('2026-11-21T10:00');
  expect(nextFullHour('UTC', Date.parse('2026-11-21T09:59:30Z'))).toBe('2026-11-21T11:00');
  expect(nextFullHour('Asia/Kolkata', now)).toBe('2026-11-21T16:00');
});

test('a time must be given and lie ahead', () => {
  const now = Date.parse('2026-11-21T09:30:00Z');
  const faultsAt = (at: string) => faultsInSchedule({ ...NEW_SCHEDULE, mode: 'at', at, timezone: 'UTC' }, now);
  expect(faultsAt('')).toEqual({ 'schedule.at': 'Enter a date and a time.' });
  expect(faultsAt('2026-11-21T09:00')).toEqual({ 'schedule.at': 'Select a time in the future.' });
  // The minute that runs counts as now.
  expect(faultsAt('2026-11-21T09:30')).toEqual({});
  // The field is not shown.
  expect(faultsInSchedule({ ...NEW_SCHEDULE, mode: 'now', at: '2020-01-01T00:00' }, now)).toEqual({});
});
