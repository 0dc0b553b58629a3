import { beforeEach, expect, test } from 'bun:test';

import { parseNotification } from '../../server/whatsapp/drivers/cloud/notification';
import type { DriverStatusEvent } from '../../server/whatsapp/drivers/driver-events';
import { cloudOnStandIn, jobOf } from './cloud';

const { driver, instance, seed, standIn } = cloudOnStandIn();
beforeEach(() => seed());

/** Every code of Meta’s list, what we call it, and whether it is tried again by itself. */
const TABLE: [codes: number[], ours: string, retried: boolean][] = [
  [[0, 190], 'token_invalid', false],
  [[3, 10, 200, 250, 299, 131005], 'permission_missing', false],
  [[4, 80007, 130429, 133016], 'provider_rate_limited', true],
  [[131056], 'pair_rate_limited', true],
  [[131048], 'spam_limited', false],
  [[131064], 'messaging_limit_reached', false],
  [[368, 131031], 'account_locked', false],
  [[130497], 'country_restricted', false],
  [[1, 2, 131000, 131016, 131057], 'provider_unavailable', true],
  [[33, 100, 131008, 131009], 'invalid_parameter', false],
  [[130472], 'recipient_in_experiment', false],
  [[131026], 'recipient_unreachable', false],
  [[131021], 'recipient_is_sender', false],
  [[131030], 'recipient_not_allowlisted', false],
  [[131037], 'display_name_pending', false],
  [[131042, 131044], 'billing_problem', false],
  [[131045, 133010], 'phone_not_registered', false],
  [[131047], 'reengagement_window_closed', false],
  [[131049], 'marketing_capped', false],
  [[131050], 'recipient_opted_out', false],
  [[131051], 'unsupported_message_type', false],
  [[131052], 'media_download_failed', false],
  [[131053], 'media_upload_failed', false],
  [[131062], 'recipient_id_unsupported', false],
  [[131063], 'marketing_disabled', false],
  [[132000], 'template_parameter_count', false],
  [[132001], 'template_not_found', false],
  [[132005], 'template_text_too_long', false],
  [[132007], 'template_policy', false],
  [[132008, 132012], 'template_parameter_format', false],
  [[132015], 'template_paused', false],
  [[132016], 'template_disabled', false],
  [[132068], 'flow_blocked', false],
  [[132069], 'flow_throttled', false],
  [[137000], 'identity_changed', false],
  [[139100, 139101, 139102, 139103, 135000, 424242], 'provider_rejected', false],
  [[131020], 'group_single_member', false],
  [[131041], 'group_unknown', false],
  [[131059], 'group_cursor_invalid', false],
  [[131201], 'group_partial', false],
  [[131202], 'group_duplicate_participant', false],
  [[131204], 'group_too_large', false],
  [[131207], 'group_suspended', false],
  [[131208], 'group_rate_limited', true],
  [[131209, 131210], 'group_picture_invalid', false],
  [[131211], 'group_limit_reached', false],
  [[131212], 'group_not_member', false],
  [[131213], 'group_join_request_unknown', false],
  [[131214], 'group_creation_disabled', false],
  [[131215], 'group_not_eligible', false],
  [[2388019, 2388040, 2388047, 2388073, 2388293, 2388299], 'template_invalid', false],
];

const send = () => driver.send(instance(), jobOf({ type: 'text', text: 'x' }));

test('every error code of a send has a code of ours, whatever its HTTP status', async () => {
  for (const [codes, code, retryable] of TABLE) {
    for (const provider of codes) {
      // Meta’s own documents name several for one code.
      for (const http of [400, 500]) {
        await standIn().fault({ action: { code: provider, http, subcode: 7 } });
        const outcome = await send();
        expect([provider, outcome]).toMatchObject([
          provider,
          {
            outcome: retryable ? 'not_sent' : 'refused',
            error: { code, retryable, provider: { name: 'meta', http_status: http, code: provider, subcode: 7 } },
          },
        ]);
        expect(outcome.error?.provider?.trace_id).toStartWith('A');
      }
    }
  }
});

test('every error code of a failed status has a code of ours', async () => {
  for (const [codes, code, retryable] of TABLE) {
    for (const provider of codes) {
      const { deliveries } = await standIn().status({
        phone_number_id: '106540352242922',
        statuses: [{ message_id: 'wamid.1', status: 'failed', error_code: provider, details: 'why' }],
      });
      const [item] = parseNotification(deliveries[0]?.body ?? '', new Date());
      const driverEvent = item?.kind === 'events' ? (item.events[0] as DriverStatusEvent) : undefined;
      expect(driverEvent).toMatchObject({
        kind: 'status',
        status: 'failed',
        error: { code, retryable, provider: { http_status: null, code: provider, details: 'why' } },
      });
    }
  }
});

test('a refusal carries its retry delay', async () => {
  await standIn().fault({ action: { code: 130429, headers: { 'retry-after': '9' } } });
  expect((await send()).error?.retry_after_ms).toBe(9000);
  await standIn().fault({ action: { code: 131049 } });
  expect((await send()).error?.retry_after_ms).toBe(86_400_000);
  await standIn().fault({ action: { code: 131000 } });
  expect((await send()).error?.retry_after_ms).toBeNull();
});

test('a refusal of the account disconnects or limits its instance', async () => {
  const failures: [number, string][] = [
    [190, 'token_invalid'],
    [10, 'permission_missing'],
    [133010, 'phone_not_registered'],
    [131031, 'account_locked'],
  ];
  for (const [code, reason] of failures) {
    await standIn().fault({ action: { code } });
    expect((await send()).effects).toEqual([{ kind: 'connection', generation: 3, status: 'failed', reason } as never]);
  }
  const limits: [number, string][] = [
    [131048, 'spam_limited'],
    [131042, 'billing_problem'],
    [131056, 'pair_limited'],
  ];
  for (const [code, reason] of limits) {
    await standIn().fault({ action: { code } });
    expect((await send()).effects).toMatchObject([{ kind: 'health', reason: { code: reason, active: true } }]);
  }
  await standIn().fault({ action: { code: 132000 } });
  expect((await send()).effects).toBeUndefined();
});
