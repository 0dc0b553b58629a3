import { expect, test } from 'bun:test';

import { ARRIVED, itemsOf, eventOf } from './notifications';

const AT = new Date(1_749_416_383_000);
const template = { message_template_id: 594, message_template_name: 'hello', message_template_language: 'en_US' };
const known = { kind: 'template', providerTemplateId: '594', name: 'hello', language: 'en_US' } as const;

test('changes of a template are reported', () => {
  const status = (event: string, reason: string) =>
    eventOf('message_template_status_update', { ...template, event, reason });
  expect(status('APPROVED', 'NONE')).toEqual([{ ...known, status: 'approved', rejectionReason: null }]);
  expect(status('REJECTED', 'ABUSIVE_CONTENT')).toMatchObject([
    { status: 'rejected', rejectionReason: 'abusive_content' },
  ]);
  const quality = { ...template, previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' };
  expect(eventOf('message_template_quality_update', quality)).toEqual([{ ...known, quality: 'yellow' }]);
  const category = { ...template, previous_category: 'UTILITY', new_category: 'MARKETING' };
  expect(eventOf('template_category_update', category)).toEqual([{ ...known, category: 'marketing' }]);
  const parts = {
    ...template,
    message_template_title: 'T',
    message_template_element: 'B {{1}}',
    message_template_footer: 'F',
  };
  expect(eventOf('message_template_components_update', parts)).toMatchObject([
    {
      components: [
        { type: 'HEADER', text: 'T' },
        { type: 'BODY', text: 'B {{1}}' },
        { type: 'FOOTER', text: 'F' },
      ],
    },
  ]);
  expect(itemsOf('message_template_status_update', { event: 'APPROVED' })).toMatchObject([{ kind: 'malformed' }]);
});

test('changes of a number’s quality and limit are reported', () => {
  const quality = { display_phone_number: '15550783881', event: 'FLAGGED', current_limit: 'TIER_1K' };
  const reason = { code: 'quality_red', active: true, until: null, providerCode: 'FLAGGED' };
  expect(eventOf('phone_number_quality_update', quality)).toEqual([
    { kind: 'health', reason, qualityRating: 'red', messagingLimit: '1k' },
  ]);
  expect(eventOf('phone_number_quality_update', { event: 'UNFLAGGED' })).toMatchObject([{ reason: { active: false } }]);
  expect(eventOf('phone_number_quality_update', { event: 'UPGRADE', current_limit: 'TIER_UNLIMITED' })).toEqual([
    { kind: 'health', messagingLimit: 'unlimited' },
  ]);
  const limits: [unknown, string][] = [
    [250, '250'],
    [1000, '1k'],
    [100_000, '100k'],
    [-1, 'unlimited'],
    ['TIER_2K', '2k'],
  ];
  for (const [tier, messagingLimit] of limits) {
    const value = { max_daily_conversation_per_phone: tier };
    expect(eventOf('business_capability_update', value)).toEqual([{ kind: 'health', messagingLimit }]);
  }
  const [item] = itemsOf('phone_number_quality_update', { metadata: undefined, ...quality });
  expect(item).toMatchObject({ wabaId: '1022', phoneNumberId: null, displayPhone: '15550783881' });
});

test('measures of Meta against an account are reported', () => {
  const ban = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } };
  expect(itemsOf('account_update', ban)).toMatchObject([{ kind: 'events', events: [], failed: 'account_locked' }]);
  const restriction_info = [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1749416383 }];
  expect(eventOf('account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info })).toMatchObject([
    { kind: 'health', reason: { code: 'new_chat_limit', active: true, until: AT } },
  ]);
  expect(itemsOf('account_update', { event: 'VERIFIED_ACCOUNT' })).toMatchObject([
    { kind: 'unknown', type: 'VERIFIED_ACCOUNT' },
  ]);
  const alert = { alert_type: 'PAYMENT_ISSUE', alert_status: 'ACTIVE' };
  expect(eventOf('account_alerts', alert)).toMatchObject([{ reason: { code: 'billing_problem', active: true } }]);
});

test('a user who stops or resumes marketing messages is reported', () => {
  const user = { wa_id: '16505551234', category: 'marketing_messages', timestamp: 1749416383 };
  const user_preferences = [
    { ...user, value: 'stop' },
    { ...user, value: 'resume' },
  ];
  const person = { phone: '16505551234' };
  expect(eventOf('user_preferences', { user_preferences })).toEqual([
    { kind: 'contact', person, optOut: 'marketing' },
    { kind: 'contact', person, optOut: 'none' },
  ]);
});

test('changes of a group are reported, in either spelling of the fields', () => {
  const group = { timestamp: '1749416383', group_id: 'g1', request_id: 'r1' };
  const base = { kind: 'group', providerGroupId: 'g1', requestId: 'r1', at: AT };
  const people = [{ phone: '16505551234' }];
  const created = {
    type: 'group_create',
    subject: 's',
    invite_link: 'https://chat.whatsapp.com/x',
    join_approval_mode: 'auto_approve',
  };
  const settings = {
    type: 'group_settings_update',
    group_subject: { text: 'new', update_successful: true },
    group_description: { text: 'refused', update_successful: false },
  };
  const cases: [field: string, item: Record<string, unknown>, change: unknown][] = [
    [
      'group_lifecycle_update',
      created,
      { action: 'details', details: { subject: 's', inviteLink: 'https://chat.whatsapp.com/x', joinApproval: false } },
    ],
    ['group_lifecycle_update', { type: 'group_delete' }, { action: 'deleted' }],
    ['group_settings_update', settings, { action: 'details', details: { subject: 'new' } }],
    ['group_participants_update', added('added_participants', true), { action: 'added', people }],
    [
      'group_participant_update',
      { ...added('added_participant', false), type: 'group_add_participant' },
      { action: 'added', people },
    ],
    ['groups_participants_update', removed, { action: 'removed', people }],
    ['group_status_update', { type: 'group_suspend' }, { action: 'suspended' }],
    ['group_status_update', { type: 'group_suspend_cleared' }, { action: 'resumed' }],
    [
      'group_participants_update',
      { type: 'group_join_request_created', join_request_id: 'j1', wa_id: '16505551234' },
      { action: 'join_requested', requests: [{ requestId: 'j1', person: people[0], at: AT }] },
    ],
  ];
  for (const [field, item, change] of cases) {
    expect(eventOf(field, { groups: [{ ...group, ...item }] })).toEqual([{ ...base, change } as never]);
    expect(eventOf(field, { group: { ...group, ...item } })).toEqual([{ ...base, change } as never]);
  }
});

const added = (key: string, isList: boolean) => {
  const person = { wa_id: '16505551234', input: '16505551234' };
  return { type: 'group_add_participants', [key]: isList ? [person] : person };
};
const removed = { type: 'group_remove_participants', removed_participants: [{ input: '16505551234' }] };

test('a group that could not be made says why', () => {
  const failed = { type: 'group_create', request_id: 'r1', errors: [{ code: 131215, title: 'Not eligible' }] };
  expect(eventOf('group_lifecycle_update', { groups: [failed] })).toMatchObject([
    { requestId: 'r1', at: ARRIVED, change: { action: 'creation_failed', error: { code: 'group_not_eligible' } } },
  ]);
});
