import { beforeEach, expect, test } from 'bun:test';

import { ProviderRefusal } from '../../server/whatsapp/drivers/driver';
import { cloudOnStandIn, instanceAt, NUMBER, WABA } from './cloud';

const { driver, instance, last, seed, standIn } = cloudOnStandIn();
beforeEach(() => seed());

const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderRefusal);
  return error as ProviderRefusal;
};

test('connecting reads the number', async () => {
  await seed({ display_phone: '+1 555-078-3881', phone: { quality_rating: 'YELLOW' } });
  expect(await driver.connect(instance())).toEqual({
    status: 'connected',
    reason: null,
    phone: '15550783881',
    displayName: 'Test Company',
    qualityRating: 'yellow',
  });
  expect(await last()).toMatchObject({
    method: 'GET',
    path: `/v23.0/${NUMBER}`,
    query: { fields: 'display_phone_number,verified_name,quality_rating,code_verification_status,name_status' },
  });
});

test('connecting says why it failed', async () => {
  const cases: [Parameters<typeof instance>[0], unknown][] = [
    [{ accessToken: 'EAAJwrong' }, { status: 'failed', reason: 'token_invalid' }],
    [{ phoneNumberId: '1' }, { status: 'failed', reason: 'permission_missing' }],
  ];
  for (const [change, outcome] of cases) expect(await driver.connect(instance(change))).toEqual(outcome as never);
  for (const action of [{ code: 131016 }, { http: 502, malformed: '<html>' }, { cut: 'before_request' } as const]) {
    await standIn().fault({ times: 2, action });
    expect(await driver.connect(instance())).toEqual({ status: 'disconnected', reason: 'network' });
    await seed();
  }
  expect(await driver.connect(instanceAt({}))).toEqual({ status: 'disconnected', reason: 'network' });
});

test('read receipts and typing are sent to Meta', async () => {
  const target = {
    place: { type: 'direct', person: {} },
    providerMessageId: 'wamid.1',
    isOurs: false,
    sender: {},
  } as const;
  await driver.markRead(instance(), target, false);
  expect((await last()).body).toEqual({ messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.1' });
  await driver.typing(instance(), target.place, 'typing', 'wamid.2');
  expect((await last()).body).toMatchObject({ message_id: 'wamid.2', typing_indicator: { type: 'text' } });
  expect((await refusal(driver.typing(instance(), target.place, 'typing', null))).kind).toBe('refused');
});

test('a refused call is reported with its error code', async () => {
  const cases: [Parameters<ReturnType<typeof standIn>['fault']>[0]['action'], kind: string, code: string][] = [
    [{ code: 131214 }, 'refused', 'group_creation_disabled'],
    [{ code: 131208 }, 'rate_limited', 'group_rate_limited'],
    [{ code: 80007 }, 'rate_limited', 'provider_rate_limited'],
    [{ http: 429 }, 'rate_limited', 'provider_rate_limited'],
    [{ code: 2 }, 'unavailable', 'provider_unavailable'],
    [{ http: 502, malformed: '<html>' }, 'unavailable', 'provider_unavailable'],
    [{ cut: 'after_accept' }, 'unavailable', 'provider_unavailable'],
  ];
  for (const [action, kind, code] of cases) {
    await standIn().fault({ action });
    const group = { subject: 's', description: null, participants: [], joinApproval: false };
    const { error, kind: found } = await refusal(driver.groups.create(instance(), group));
    expect([action, found, error.code]).toEqual([action, kind, code] as never);
  }
  await standIn().fault({ action: { code: 190 } });
  expect((await refusal(driver.profile.get(instance()))).effects).toMatchObject([{ reason: 'token_invalid' }]);
  await standIn().fault({ action: { code: 10 } });
  expect(await refusal(driver.groups.get(instance(), 'g'))).toMatchObject({ kind: 'refused', effects: [] });
});

test('a group is created, confirmed by a notification, and managed', async () => {
  const details = { subject: 'Club', description: 'd', joinApproval: true };
  const made = await driver.groups.create(instance(), { ...details, participants: [] });
  expect(made).toMatchObject({ providerGroupId: null, details });
  await standIn().advance(1);
  const { deliveries } = await standIn().log();
  expect(deliveries.at(-1)?.body).toContain(`"request_id":"${made.requestId}"`);

  const [listed, ...others] = await driver.groups.list(instance());
  expect([listed?.details.subject, others]).toEqual(['Club', []]);
  const id = listed?.providerGroupId ?? '';
  await driver.groups.update(instance(), id, { subject: 'Guild', description: null });
  expect((await last()).body).toEqual({ messaging_product: 'whatsapp', subject: 'Guild', description: '' });
  expect(await driver.groups.get(instance(), id)).toMatchObject({
    subject: 'Guild',
    joinApproval: true,
    participants: [],
  });

  const link = await driver.groups.inviteLink(instance(), id, false);
  expect(link).toStartWith('https://chat.whatsapp.com/');
  expect(await driver.groups.inviteLink(instance(), id, true)).not.toBe(link);
  await driver.groups.delete?.(instance(), id);
  expect(await driver.groups.list(instance())).toEqual([]);
});

test('all pages of groups are listed', async () => {
  await seed({ groups: Array.from({ length: 1030 }, (_, index) => ({ id: `g-${index}` })) });
  expect(await driver.groups.list(instance())).toHaveLength(1030);
  expect((await standIn().log()).requests).toHaveLength(2);
});

test('participants are removed and approved, each with a result', async () => {
  const requests = ['1', '2'].map((number) => ({ join_request_id: `j-${number}`, wa_id: `1650555123${number}` }));
  await seed({ groups: [{ id: 'g', participants: ['16505551234'], requests }] });
  expect(await driver.groups.participants(instance(), 'g', 'remove', [{ phone: '16505551234' }, { lid: '1' }])).toEqual(
    [
      { ok: true, code: 'ok' },
      { ok: false, code: 'recipient_id_unsupported' },
    ],
  );
  expect((await driver.groups.get(instance(), 'g')).participants).toEqual([]);

  expect((await driver.groups.joinRequests(instance(), 'g')).map(({ requestId }) => requestId)).toEqual(['j-1', 'j-2']);
  expect(await driver.groups.decide(instance(), 'g', 'approve', ['j-1', 'j-0'])).toEqual([
    { ok: true, code: 'ok' },
    { ok: false, code: 'group_join_request_unknown' },
  ]);
  expect(await driver.groups.decide(instance(), 'g', 'reject', ['j-2'])).toEqual([{ ok: true, code: 'ok' }]);
  expect((await refusal(driver.groups.participants(instance(), 'g', 'add', [{ phone: '1' }]))).kind).toBe('refused');
});

test('templates are listed over all pages', async () => {
  const components = [{ type: 'BODY', text: 'x' }];
  const templates = Array.from({ length: 120 }, (_, index) => ({
    name: `t_${index}`,
    language: 'de',
    category: 'MARKETING',
    status: 'REJECTED',
    rejected_reason: 'SCAM',
    quality_score: { score: 'RED' },
    components,
  }));
  await seed({ templates });
  const listed = (await driver.templates?.list(instance())) ?? [];
  expect(listed).toHaveLength(121);
  expect(listed.at(-1)).toEqual({
    kind: 'template',
    providerTemplateId: expect.any(String) as string,
    name: 't_119',
    language: 'de',
    status: 'rejected',
    rejectionReason: 'scam',
    quality: 'red',
    category: 'marketing',
    components,
  });
  expect((await last()).path).toBe(`/v23.0/${WABA}/message_templates`);
  expect(await driver.templates?.list(instance({ wabaId: null }))).toEqual([]);
});

test('the profile is read flat or nested, and changed in part', async () => {
  await driver.profile.update(instance(), { about: 'Open', cloud: { email: null, websites: ['https://example.com'] } });
  expect((await last()).body).toEqual({
    messaging_product: 'whatsapp',
    about: 'Open',
    email: '',
    websites: ['https://example.com'],
  });
  const profile = {
    name: 'Test Company',
    about: 'Open',
    pictureUrl: null,
    cloud: { address: null, description: null, email: null, websites: ['https://example.com'], vertical: 'OTHER' },
  };
  expect(await driver.profile.get(instance())).toEqual(profile);

  const path = 'whatsapp_business_profile';
  for (const shape of [
    { about: 'A' },
    { business_profile: { about: 'A' } },
    { data: [{ business_profile: { about: 'A' } }] },
  ]) {
    await standIn().fault({ match: { path }, action: { malformed: JSON.stringify(shape) } });
    expect((await driver.profile.get(instance())).about).toBe('A');
  }
  expect((await refusal(driver.profile.update(instance(), { picture: null }))).error.code).toBe('invalid_parameter');
});

test('only a person who wrote in the last 24 hours can be blocked', async () => {
  const who = { phone: '16505551234' };
  expect(await refusal(driver.contacts.block(instance(), who, true))).toMatchObject({ kind: 'refused' });
  await standIn().inbound({ phone_number_id: NUMBER, messages: [{ type: 'text', text: { body: 'x' } }] });
  await driver.contacts.block(instance(), who, true);
  expect(await last()).toMatchObject({
    method: 'POST',
    body: { messaging_product: 'whatsapp', block_users: [{ user: '16505551234' }] },
  });
  await driver.contacts.block(instance(), who, false);
  expect((await last()).method).toBe('DELETE');
  expect((await refusal(driver.contacts.block(instance(), { lid: '1' }, true))).error.code).toBe(
    'recipient_id_unsupported',
  );
});
