import type { InferSelectModel } from 'drizzle-orm';

import type { Template } from '../../../shared/whatsapp/template';
import type { waTemplates } from '../schema/instances';

export type TemplateRow = InferSelectModel<typeof waTemplates>;

export const presentTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  object: 'whatsapp.template',
  instance_id: row.instanceId,
  provider_template_id: row.providerTemplateId,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  rejection_reason: row.rejectionReason,
  quality: row.quality,
  parameter_format: row.parameterFormat,
  components: row.components,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
