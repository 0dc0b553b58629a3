import { z } from 'zod';

import { ERRORS, type ErrorCode } from '../errors';
import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { SURFACE_NAMES } from '../surfaces';
import { boundedText, idOf, text, timeInput, timestamp } from '../text';

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export const RequestLog = z
  .object({
    id: idOf(ID_PREFIXES.request).describe('Id of the request, as in `X-Request-Id`.'),
    method: boundedText(7).describe('HTTP method.'),
    path: z.string().describe('Path without the query.'),
    operation_id: boundedText(80).describe('Id of the operation.'),
    surface: boundedText(32).describe('API surface of the operation.'),
    status: z.number().int().min(0).meta({ maximum: 599 }).describe('HTTP status of the response.'),
    code: boundedText(64).nullable().describe('Error code; null for a success.'),
    duration_ms: z.number().int().min(0).describe('Time until the response, in milliseconds.'),
    key_id: boundedText(30).nullable().describe('Id of the calling key.'),
    object_id: z.string().nullable().describe('Id of the object in the path, or of the created object.'),
    ip: boundedText(45).describe('IP address of the caller.'),
    user_agent: z.string().describe('User agent of the caller.'),
    client_request_id: z.string().nullable().describe('Value of `X-Request-Id` that the caller sent.'),
    idempotent_replayed: z.boolean().describe('Whether the response was the stored response of an earlier request.'),
    created_at: timestamp().describe('Time of the response.'),
  })
  .meta({
    id: 'RequestLog',
    example: {
      id: 'req_01jd9x3k2mf8v9q4zt7w5b6n0c',
      method: 'POST',
      path: '/api/v1/keys',
      operation_id: 'keys_create',
      surface: 'getting-started',
      status: 201,
      code: null,
      duration_ms: 4,
      key_id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c',
      object_id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0d',
      ip: '203.0.113.9',
      user_agent: 'curl/8.5.0',
      client_request_id: null,
      idempotent_replayed: false,
      created_at: '2026-11-21T09:30:00.000Z',
    },
  });
export type RequestLog = z.output<typeof RequestLog>;

const body = (of: string) => z.string().nullable().describe(`${of}, masked, at most 16 KiB; null if it is not stored.`);

export const RequestLogDetail = RequestLog.extend({
  request_body: body('Body of the request'),
  response_body: body('Body of the response'),
}).meta({
  id: 'RequestLogDetail',
  extends: 'RequestLog',
  example: {
    ...(RequestLog.meta()?.['example'] as object),
    request_body: '{"kind":"ak","name":"Billing service","scopes":["models:read"]}',
    response_body: '{"id":"key_01jd9x3k2mf8v9q4zt7w5b6n0d","secret":"sb_ak_[redacted]"}',
  },
});
export type RequestLogDetail = z.output<typeof RequestLogDetail>;

export const ListRequestLogs = z.strictObject({
  ...pageQuery,
  status_class: z
    .array(z.enum(['2xx', '3xx', '4xx', '5xx']))
    .max(4)
    .optional()
    .describe('Only requests with these status classes.')
    .meta({ example: ['4xx', '5xx'] }),
  code: z.enum(CODES).optional().describe('Only requests with this error code.').meta({ example: 'rate_limited' }),
  method: z
    .array(z.enum(METHODS))
    .max(METHODS.length)
    .optional()
    .describe('Only requests with these HTTP methods.')
    .meta({ example: ['POST'] }),
  operation_id: text(80).optional().describe('Only requests to this operation.').meta({ example: 'keys_create' }),
  surface: z.enum(SURFACE_NAMES).optional().describe('Only requests to this API surface.').meta({ example: 'links' }),
  key_id: idOf(ID_PREFIXES.key).optional().describe('Only requests of this key.'),
  q: text(200).optional().describe('Complete request id, or part of a path.').meta({ example: '/keys' }),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only requests after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only requests before this time.'),
});
export type ListRequestLogs = z.output<typeof ListRequestLogs>;

export const RequestId = z.strictObject({ request_id: idOf(ID_PREFIXES.request).describe('Id of the request.') });
export type RequestId = z.output<typeof RequestId>;
