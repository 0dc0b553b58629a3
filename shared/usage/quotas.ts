import { z } from 'zod';

/** What a workspace has a bounded number of. */
export const QUOTA_NAMES = [
  'api_keys',
  'webhooks',
  'links',
  'link_domains',
  'link_tags',
  'whatsapp_instances',
  'whatsapp_media_bytes',
  'whatsapp_backlog_bytes',
  'inbound_endpoints',
  'automation_rules',
] as const;

export const GetQuotas = z.strictObject({});

const Quota = z
  .object({
    name: z
      .enum(QUOTA_NAMES)
      .describe(
        'Resource that is counted: active keys, webhooks, short links, link domains, link tags, instances, bytes of stored files, bytes of notifications that wait to be processed, inbound endpoints, or rules.',
      ),
    used: z.number().int().min(0).describe('Current usage.'),
    limit: z.number().int().min(0).describe('Maximum. Requests that would exceed it are refused.'),
  })
  .meta({ id: 'Quota', example: { name: 'webhooks', used: 3, limit: 50 } });

export const Quotas = z
  .object({
    data: z.array(Quota).max(QUOTA_NAMES.length).describe('Quotas of the workspace, always in the same order.'),
  })
  .meta({
    id: 'Quotas',
    example: {
      data: [
        { name: 'api_keys', used: 4, limit: 100 },
        { name: 'webhooks', used: 3, limit: 50 },
        { name: 'links', used: 1280, limit: 1_000_000 },
        { name: 'link_domains', used: 1, limit: 50 },
        { name: 'link_tags', used: 12, limit: 5000 },
        { name: 'whatsapp_instances', used: 2, limit: 100 },
        { name: 'whatsapp_media_bytes', used: 7_340_032, limit: 10_737_418_240 },
        { name: 'whatsapp_backlog_bytes', used: 0, limit: 268_435_456 },
        { name: 'inbound_endpoints', used: 3, limit: 100 },
        { name: 'automation_rules', used: 5, limit: 100 },
      ],
    },
  });
export type Quotas = z.output<typeof Quotas>;
