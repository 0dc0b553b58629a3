import type { TemplateCalls } from '../driver';
import type { DriverTemplateEvent } from '../driver-events';
import { accessOf, askAll } from './ask';
import type { Graph } from './graph';
import { isRecord, recordsOf, textOf, type Json } from './json';
import { categoryOf, qualityOf, rejectionOf } from './notified-template';

const FIELDS = 'id,name,language,status,category,components,rejected_reason,quality_score,parameter_format';

export const templateCalls = (graph: Graph): TemplateCalls => ({
  async list(instance) {
    const { wabaId } = accessOf(instance);
    if (wabaId === null) return [];
    const path = [wabaId, 'message_templates'];
    const found = await askAll(graph, instance, { method: 'GET', path, query: { fields: FIELDS, limit: '100' } });
    return found.flatMap(eventOf);
  },
});

function eventOf(template: Json): DriverTemplateEvent[] {
  const id = textOf(template['id']);
  const name = textOf(template['name']);
  const language = textOf(template['language']);
  if (id === undefined || name === undefined || language === undefined) return [];
  const score = template['quality_score'];
  return [
    {
      kind: 'template',
      providerTemplateId: id,
      name,
      language,
      status: textOf(template['status'])?.toLowerCase(),
      rejectionReason: rejectionOf(template['rejected_reason']),
      quality: qualityOf(isRecord(score) ? score['score'] : score),
      category: categoryOf(template['category']),
      components: recordsOf(template['components']),
    },
  ];
}
