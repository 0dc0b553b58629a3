import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { PUBLICATION_STATUSES } from './publication-states';

export const INBOUND_STATUSES = [
  'pending',
  'accepted',
  'recorded',
  'filtered',
  'duplicate',
  'rejected',
  'failed',
] as const;
export type InboundStatus = (typeof INBOUND_STATUSES)[number];

export const INBOUND_STAGES = [
  'find',
  'limits',
  'authenticate',
  'verify',
  'rate',
  'state',
  'parse',
  'dedupe',
  'filter',
  'map',
  'resolve',
  'quota',
  'create',
] as const;
export type InboundStage = (typeof INBOUND_STAGES)[number];

export const INBOUND_REASONS = [
  'method_not_allowed',
  'payload_too_large',
  'unsupported_content_type',
  'unsupported_content_encoding',
  'ip_not_allowed',
  'origin_not_allowed',
  'unauthorized',
  'signature_missing',
  'signature_invalid',
  'signature_stale',
  'rate_limited',
  'loop_detected',
  'endpoint_paused',
  'payload_missing',
  'unparsable_body',
  'ping',
  'sample_stored',
  'duplicate',
  'filtered',
  'mapping_failed',
  'missing_value',
  'empty_content',
  'target_unresolved',
  'target_not_allowed',
  'content_invalid',
  'quota_exceeded',
  'storage_unavailable',
] as const;
export type InboundReason = (typeof INBOUND_REASONS)[number];

export const InboundFile = z.object({
  field: z.string().describe('Name of the form field.'),
  filename: z.string().nullable().describe('Name of the file.'),
  content_type: z.string().describe('Media type, detected from the bytes if possible.'),
  size: z.number().int().min(0).describe('Size in bytes.'),
  media_id: idOf(ID_PREFIXES.media)
    .nullable()
    .describe('Id of the file, for `media_id` of a publication; null if the workspace has no WhatsApp instance.'),
});
export type InboundFile = z.output<typeof InboundFile>;

export const InboundError = z.object({
  code: z.string().describe('Error code.'),
  message: z.string().describe('Description of the error.'),
  path: z.string().nullable().describe('JSON Pointer to the error in the mapping or the publication.'),
  line: z.number().int().min(0).nullable().describe('Line in the template.'),
  col: z.number().int().min(0).nullable().describe('Column in the template.'),
});
export type InboundError = z.output<typeof InboundError>;

const InboundPublication = z.object({
  id: idOf(ID_PREFIXES.publication).describe('Id of the publication.'),
  status: z.enum(PUBLICATION_STATUSES).describe('Status of the publication.').meta({ example: 'queued' }),
});
type InboundPublication = z.output<typeof InboundPublication>;

const reason = () => z.enum(INBOUND_REASONS).nullable();

export const InboundAnswer = z
  .object({
    id: idOf(ID_PREFIXES.inboundRequest).describe('Id of the inbound request.'),
    status: z.enum(INBOUND_STATUSES).describe('Result of the request.').meta({ example: 'accepted' }),
    reason: reason().describe('Reason if nothing was published.'),
    duplicate: z
      .boolean()
      .describe('True if the request is a duplicate. The other fields then describe the first request.'),
    publications: z.array(InboundPublication).describe('Publications that the request created.'),
  })
  .meta({
    id: 'InboundAnswer',
    example: {
      id: 'inr_01jd9x3k2mf8v9q4zt7w5b6n0c',
      status: 'accepted',
      reason: null,
      duplicate: false,
      publications: [{ id: 'pub_01jd9x3k2mf8v9q4zt7w5b6n0c', status: 'queued' }],
    },
  });
export type InboundAnswer = z.output<typeof InboundAnswer>;

const EXAMPLE = {
  id: 'inr_01jd9x3k2mf8v9q4zt7w5b6n0c',
  endpoint_id: 'iep_01jd9x3k2mf8v9q4zt7w5b6n0c',
  endpoint_version: 3,
  method: 'POST',
  ip: '203.0.113.7',
  user_agent: 'GitHub-Hookshot/1a2b3c4',
  content_type: 'application/json',
  size: 482,
  headers: { 'x-github-event': 'push' },
  query: {},
  body: { ref: 'refs/heads/main', head_commit: { message: 'Version 2' } },
  body_truncated: false,
  body_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  files: [],
  status: 'accepted',
  reason: null,
  stage: null,
  error: null,
  dedupe_key: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  duplicate_of: null,
  publications: [{ id: 'pub_01jd9x3k2mf8v9q4zt7w5b6n0c', status: 'queued' }],
  replay_of: null,
  is_sample: false,
  duration_ms: 6,
  created_at: '2026-11-21T09:30:00.000Z',
} as const;

const listed = {
  id: idOf(ID_PREFIXES.inboundRequest).describe('Id of the inbound request.'),
  endpoint_id: idOf(ID_PREFIXES.inboundEndpoint).describe('Id of the endpoint.'),
  endpoint_version: z.number().int().min(0).describe('Version of the endpoint’s configuration that was used.'),
  method: z.string().describe('HTTP method.'),
  ip: z.string().describe('IP address of the sender.'),
  user_agent: z.string().describe('User agent of the sender.'),
  content_type: z.string().nullable().describe('Media type of the body.'),
  size: z.number().int().min(0).describe('Size of the body in bytes.'),
  files: z.array(InboundFile).describe('Files of the form.'),
  status: z.enum(INBOUND_STATUSES).describe('Result of the request. `pending`: a queued replay.'),
  reason: reason().describe('Reason if the request was not accepted.'),
  stage: z.enum(INBOUND_STAGES).nullable().describe('Stage at which processing stopped.'),
  error: InboundError.nullable().describe('Error at that stage.'),
  dedupe_key: z.string().nullable().describe('Deduplication key.'),
  duplicate_of: idOf(ID_PREFIXES.inboundRequest).nullable().describe('Id of the first request with the same key.'),
  publications: z.array(InboundPublication).describe('Publications that the request created.'),
  replay_of: idOf(ID_PREFIXES.inboundRequest).nullable().describe('Id of the replayed request.'),
  is_sample: z.boolean().describe('True if the request is stored as a sample of the endpoint.'),
  duration_ms: z.number().int().min(0).describe('Processing time in milliseconds.'),
  created_at: timestamp().describe('Time of receipt.'),
};

export const InboundRequestSummary = z.object(listed).meta({
  id: 'InboundRequestSummary',
  example: Object.fromEntries(Object.entries(EXAMPLE).filter(([name]) => name in listed)),
});
export type InboundRequestSummary = z.output<typeof InboundRequestSummary>;

/** Maximum bytes of a body that are shown. */
export const SHOWN_BODY_BYTES = 64 * 1024;

export const InboundRequest = z
  .object({
    ...listed,
    headers: z.record(z.string(), z.string()).describe('Headers that mappings can use, without credentials.'),
    query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).describe('Parameters of the URL.'),
    body: z.unknown().describe('Parsed body; null if it is not stored or too large.'),
    body_truncated: z.boolean().describe('True if the body is larger than 64 KiB and left out.'),
    body_sha256: z.string().nullable().describe('SHA-256 of the body.'),
  })
  .meta({ id: 'InboundRequest', extends: 'InboundRequestSummary', example: EXAMPLE });
export type InboundRequest = z.output<typeof InboundRequest>;
