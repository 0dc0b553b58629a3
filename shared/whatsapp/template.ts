import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { templateLanguage } from './content-template';
import { exampleId } from './fields';
import { instanceId } from './instance-inputs';

export const TEMPLATE_CATEGORIES = ['authentication', 'marketing', 'utility'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];
export const TEMPLATE_QUALITIES = ['green', 'yellow', 'red', 'unknown'] as const;
export const PARAMETER_FORMATS = ['positional', 'named'] as const;

export const Template = z
  .strictObject({
    id: idOf(ID_PREFIXES.template).describe('Id of the template.'),
    object: z.literal('whatsapp.template').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Its instance.'),
    provider_template_id: z.string().nullable().describe('Id at Meta.'),
    name: z.string().describe('Its name.'),
    language: z.string().describe('Its language.'),
    category: z.enum(TEMPLATE_CATEGORIES).describe('What it is for; the price hangs on it.'),
    // New values of Meta's must pass.
    status: z.string().describe('Meta’s state of it in lower case, such as `approved`.'),
    rejection_reason: z.string().nullable().describe('Why Meta rejected it.'),
    quality: z.enum(TEMPLATE_QUALITIES).describe('Meta’s rating of it.'),
    parameter_format: z.enum(PARAMETER_FORMATS).describe('Whether its variables are numbered or named.'),
    components: z.array(z.record(z.string(), z.unknown())).describe('Its parts in Meta’s shape.'),
    created_at: timestamp().describe('When it was first seen here.'),
    updated_at: timestamp().describe('When it last changed.'),
  })
  .meta({
    id: 'WhatsAppTemplate',
    example: {
      id: exampleId(ID_PREFIXES.template),
      object: 'whatsapp.template',
      instance_id: exampleId(ID_PREFIXES.instance),
      provider_template_id: '594425479261596',
      name: 'order_shipped',
      language: 'en_US',
      category: 'utility',
      status: 'approved',
      rejection_reason: null,
      quality: 'green',
      parameter_format: 'positional',
      components: [{ type: 'BODY', text: 'Order {{1}} is on its way.' }],
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    },
  });
export type Template = z.output<typeof Template>;
export const TemplatePage = pageOf(Template);

export const TemplateId = z.strictObject({
  ...instanceId,
  template_id: idOf(ID_PREFIXES.template).describe('Id of the template.'),
});
export type TemplateId = z.output<typeof TemplateId>;

export const ListTemplates = z.strictObject({
  ...instanceId,
  ...pageQuery,
  status: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'Must be a state in lower case, such as approved.')
    .optional()
    .describe('Only templates in this state.')
    .meta({ maxLength: 40, example: 'approved' }),
  category: z.enum(TEMPLATE_CATEGORIES).optional().describe('Only templates of this category.'),
  language: templateLanguage().optional().describe('Only templates in this language.'),
  q: text(200).optional().describe('Part of the name.').meta({ example: 'order' }),
});
export type ListTemplates = z.output<typeof ListTemplates>;

export const SyncedTemplates = z
  .strictObject({
    synced: z.number().int().min(0).describe('How many templates the provider has.'),
    added: z.number().int().min(0).describe('How many of them are new here.'),
    changed: z.number().int().min(0).describe('How many changed.'),
    removed: z.number().int().min(0).describe('How many are gone.'),
  })
  .meta({ id: 'WhatsAppSyncedTemplates', example: { synced: 12, added: 1, changed: 0, removed: 0 } });
export type SyncedTemplates = z.output<typeof SyncedTemplates>;
