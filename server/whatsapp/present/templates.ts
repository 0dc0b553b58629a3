import type { InferSelectModel } from 'drizzle-orm';

import { Template } from '../../../shared/whatsapp/template';
import { presentAs } from '../../present-as';
import type { waTemplates } from '../schema/instances';

export type TemplateRow = InferSelectModel<typeof waTemplates>;

export const presentTemplate = (row: TemplateRow): Template =>
  presentAs(Template, row, { object: 'whatsapp.template' });
