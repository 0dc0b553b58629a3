import { z } from 'zod';

import { EventEnvelope } from '../events/events';
import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, timeInput, timestamp } from '../text';
import { ATTEMPT_CODES, type AttemptCode } from './attempt-codes';

export { ATTEMPT_CODES, type AttemptCode };

const DELIVERY_STATUSES = ['pending', 'in_flight', 'succeeded', 'exhausted', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
const DELIVERY_TRIGGERS = ['event', 'resend', 'replay', 'test'] as const;
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number];
const CANCEL_REASONS = ['user', 'webhook_deleted', 'webhook_disabled', 'expired', 'interrupted'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];
const WAITING_FOR = [
  'schedule',
  'concurrency',
  'circuit_breaker',
  'retry_after',
  'rate',
  'paused',
  'disabled',
  'suspended',
] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

const milliseconds = (what: string) => z.number().int().min(0).nullable().describe(`${what}, in milliseconds.`);

export const Delivery = z
  .object({
    id: idOf(ID_PREFIXES.delivery).describe('Id of the delivery.'),
    webhook_id: idOf(ID_PREFIXES.webhook).describe('Id of the webhook.'),
    event_id: idOf(ID_PREFIXES.event).describe('Id of the event. It is the value of the `webhook-id` header.'),
    event_type: z.string().describe('Type of the event.'),
    sequence: z.number().int().min(0).describe('Sequence number of the event; 0 for a test.'),
    status: z.enum(DELIVERY_STATUSES).describe('Status of the delivery. `exhausted`: all attempts failed.'),
    trigger: z.enum(DELIVERY_TRIGGERS).describe('Cause of the delivery.'),
    resend_of: z.string().nullable().describe('Id of the delivery that this one repeats; null if it is not a resend.'),
    replay_id: z.string().nullable().describe('Id of the replay that created the delivery; null if there is none.'),
    attempt_count: z.number().int().min(0).describe('Number of attempts so far.'),
    max_attempts: z.number().int().min(0).describe('Maximum number of attempts.'),
    next_attempt_at: timestamp().nullable().describe('Time of the next attempt.'),
    wait_reason: z.enum(WAITING_FOR).nullable().describe('Reason why a pending delivery waits.'),
    cancel_reason: z.enum(CANCEL_REASONS).nullable().describe('Reason why the delivery was canceled.'),
    last_attempt: z
      .object({
        number: z.number().int().min(0).describe('Number of the attempt.'),
        code: z.enum(ATTEMPT_CODES).describe('Result of the attempt.'),
        http_status: z
          .number()
          .int()
          .min(0)
          .nullable()
          .describe('HTTP status of the response; null if there was none.'),
        at: timestamp().describe('Start time of the attempt.'),
      })
      .nullable()
      .describe('Last attempt of the delivery.'),
    completed_at: timestamp().nullable().describe('Time when the delivery reached its final status.'),
    created_at: timestamp().describe('Time when the delivery was created.'),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'Delivery of one event to one webhook.',
    example: {
      id: 'dlv_01jd9x3k2mf8v9q4zt7w5b6n0c',
      webhook_id: 'whk_01jd9x3k2mf8v9q4zt7w5b6n0c',
      event_id: 'evt_01jd9x3k2mf8v9q4zt7w5b6n0c',
      event_type: 'api_key.revoked',
      sequence: 1842,
      status: 'succeeded',
      trigger: 'event',
      resend_of: null,
      replay_id: null,
      attempt_count: 1,
      max_attempts: 12,
      next_attempt_at: null,
      wait_reason: null,
      cancel_reason: null,
      last_attempt: { number: 1, code: 'ok', http_status: 200, at: '2026-11-21T09:30:00.012Z' },
      completed_at: '2026-11-21T09:30:00.080Z',
      created_at: '2026-11-21T09:30:00.000Z',
    },
  });
export type Delivery = z.output<typeof Delivery>;

export const DeliveryDetail = Delivery.extend({
  payload: EventEnvelope.nullable().describe('The event as it is sent; null if it is no longer stored.'),
  body_text: z.string().nullable().describe('The signed body as text, for the console; null for API keys.'),
}).meta({
  id: 'WebhookDeliveryDetail',
  extends: 'WebhookDelivery',
  example: {
    ...(Delivery.meta()?.['example'] as Delivery),
    payload: EventEnvelope.meta()?.['example'] as EventEnvelope,
    body_text: null,
  },
});
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

const Headers = z.record(z.string(), z.string());

export const Attempt = z
  .object({
    number: z.number().int().min(0).describe('Number of the attempt, starting at 1.'),
    started_at: timestamp().describe('Start time of the attempt.'),
    code: z.enum(ATTEMPT_CODES).describe('Result of the attempt.'),
    detail: z.string().nullable().describe('Details of the failure.'),
    http_status: z.number().int().min(0).nullable().describe('HTTP status of the response.'),
    dns_ms: milliseconds('DNS lookup'),
    connect_ms: milliseconds('Connection'),
    tls_ms: milliseconds('TLS handshake'),
    first_byte_ms: milliseconds('Time until the first byte of the response'),
    total_ms: z.number().int().min(0).describe('Duration of the whole attempt, in milliseconds.'),
    remote_ip: z.string().nullable().describe('IP address of the receiver.'),
    connection_reused: z.boolean().describe('Whether an open connection was reused.'),
    retry_after_seconds: z.number().int().min(0).nullable().describe('Seconds that the receiver asked to wait.'),
    arrived_late: z.boolean().describe('Whether the result arrived after the delivery had already ended.'),
    request: z
      .object({
        url: z.string().describe('URL of the request.'),
        headers: Headers.describe('Headers of the request. Values of custom headers are hidden.'),
      })
      .describe('The request.'),
    response: z
      .object({
        headers: Headers.describe('Headers of the response, at most 4 KiB.'),
        body: z.string().nullable().describe('Body of the response as text, at most 16 KiB.'),
        body_bytes: z.number().int().min(0).describe('Number of bytes that were received.'),
        truncated: z.boolean().describe('Whether the body is longer than the stored part.'),
        incomplete: z.boolean().describe('Whether the body was not read to its end.'),
        withheld: z
          .boolean()
          .describe('Whether headers and body are not stored, because the receiver is in a private network.'),
      })
      .nullable()
      .describe('The response; null if there was none.'),
  })
  .meta({
    id: 'WebhookAttempt',
    description: 'One attempt of a delivery with its response.',
    example: {
      number: 1,
      started_at: '2026-11-21T09:30:00.012Z',
      code: 'ok',
      detail: null,
      http_status: 200,
      dns_ms: 3,
      connect_ms: 11,
      tls_ms: 18,
      first_byte_ms: 61,
      total_ms: 64,
      remote_ip: '203.0.113.9',
      connection_reused: false,
      retry_after_seconds: null,
      arrived_late: false,
      request: {
        url: 'https://hooks.example.com/switchboard',
        headers: { 'content-type': 'application/json', 'webhook-id': 'evt_01jd9x3k2mf8v9q4zt7w5b6n0c' },
      },
      response: {
        headers: { 'content-type': 'text/plain' },
        body: 'ok',
        body_bytes: 2,
        truncated: false,
        incomplete: false,
        withheld: false,
      },
    },
  });
export type Attempt = z.output<typeof Attempt>;

export const TestResult = z
  .object({
    delivery: Delivery.describe('The delivery of the test.'),
    attempt: Attempt.describe('The attempt of the test.'),
  })
  .meta({ id: 'WebhookTestResult' });
export type TestResult = z.output<typeof TestResult>;

export const DeliveryId = z.strictObject({ delivery_id: idOf(ID_PREFIXES.delivery).describe('Id of the delivery.') });
export type DeliveryId = z.output<typeof DeliveryId>;

export const ListDeliveries = z.strictObject({
  ...pageQuery,
  webhook_id: idOf(ID_PREFIXES.webhook).optional().describe('Only deliveries to this webhook.'),
  event_id: idOf(ID_PREFIXES.event).optional().describe('Only deliveries of this event.'),
  request_id: idOf(ID_PREFIXES.request).optional().describe('Only deliveries of events that this request caused.'),
  status: z
    .array(z.enum(DELIVERY_STATUSES))
    .min(1)
    .max(5)
    .optional()
    .describe('Only deliveries with these statuses. `exhausted` lists the deliveries that failed finally.')
    .meta({ example: ['exhausted'] }),
  trigger: z
    .array(z.enum(DELIVERY_TRIGGERS))
    .min(1)
    .max(4)
    .optional()
    .describe('Only deliveries with these causes.')
    .meta({ example: ['event'] }),
  event_type: z
    .string()
    .regex(
      /^(\*|[a-z][a-z_]*(\.[a-z_]+)*(\.\*)?)$/,
      'Must be the name of an event type, or a pattern such as api_key.*.',
    )
    .max(80)
    .optional()
    .describe('Only events of this type or pattern.')
    .meta({ maxLength: 80, example: 'api_key.*' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only deliveries created after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only deliveries created before this time.'),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;

export const ListAttempts = DeliveryId.extend(pageQuery);
export type ListAttempts = z.output<typeof ListAttempts>;

export const RetryDeliveries = z.strictObject({
  delivery_ids: z
    .array(idOf(ID_PREFIXES.delivery))
    .min(1)
    .max(100)
    .describe('Ids of the deliveries to retry.')
    .meta({ example: ['dlv_01jd9x3k2mf8v9q4zt7w5b6n0c'] }),
});
export type RetryDeliveries = z.output<typeof RetryDeliveries>;

export const RetryResult = z
  .object({
    retried: z.array(Delivery).describe('Ids of the deliveries that are sent now.'),
    skipped: z
      .array(
        z.object({
          delivery_id: z.string().describe('Id of the delivery.').meta({ example: 'dlv_01jd9x3k2mf8v9q4zt7w5b6n0c' }),
          code: z.string().describe('Error code.').meta({ example: 'invalid_state' }),
          message: z
            .string()
            .describe('Reason why the delivery cannot be retried.')
            .meta({ example: 'The webhook is disabled.' }),
        }),
      )
      .describe('Deliveries that cannot be retried.'),
  })
  .meta({ id: 'WebhookRetryResult' });
export type RetryResult = z.output<typeof RetryResult>;
