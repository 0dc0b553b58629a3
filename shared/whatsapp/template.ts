import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { templateLanguage } from './content-template';
import { exampleId } from './fields';
import { instanceId } from './instance-inputs';

const TEMPLATE_CATEGORIES = ['authentication', 'marketing', 'utility'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];
const TEMPLATE_QUALITIES = ['green', 'yellow', 'red', 'unknown'] as const;
const PARAMETER_FORMATS = ['positional', 'named'] as const;

export const Template = z
  .strictObject({
    id: idOf(ID_PREFIXES.template).describe('Id of the template.'),
    object: z.literal('whatsapp.template').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    provider_template_id: z.string().nullable().describe('Id of the template at Meta.'),
    name: z.string().describe('Name of the template.'),
    language: z.string().describe('Language of the template.'),
    category: z.enum(TEMPLATE_CATEGORIES).describe('Category of the template, which determines the price.'),
    // Meta may add values.
    status: z.string().describe('Status at Meta in lower case, such as `approved`.'),
    rejection_reason: z.string().nullable().describe('Reason why Meta rejected the template.'),
    quality: z.enum(TEMPLATE_QUALITIES).describe('Quality rating by Meta.'),
    parameter_format: z.enum(PARAMETER_FORMATS).describe('Kind of variables: numbered (`positional`) or `named`.'),
    components: z.array(z.record(z.string(), z.unknown())).describe('Components in Meta’s format.'),
    created_at: timestamp().describe('Time when the template was first loaded into Switchboard.'),
    updated_at: timestamp().describe('Time of the last change.'),
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
    .regex(/^[a-z_]{1,40}$/, 'Must be a status in lower case, such as approved.')
    .optional()
    .describe('Only templates with this status.')
    .meta({ maxLength: 40, example: 'approved' }),
  category: z.enum(TEMPLATE_CATEGORIES).optional().describe('Only templates in this category.'),
  language: templateLanguage().optional().describe('Only templates in this language.'),
  q: text(200).optional().describe('Part of the name.').meta({ example: 'order' }),
});
export type ListTemplates = z.output<typeof ListTemplates>;

export const SyncedTemplates = z
  .strictObject({
    synced: z.number().int().min(0).describe('Number of templates at the provider.'),
    added: z.number().int().min(0).describe('Number of new templates.'),
    changed: z.number().int().min(0).describe('Number of changed templates.'),
    removed: z.number().int().min(0).describe('Number of removed templates.'),
  })
  .meta({ id: 'WhatsAppSyncedTemplates', example: { synced: 12, added: 1, changed: 0, removed: 0 } });
export type SyncedTemplates = z.output<typeof SyncedTemplates>;
