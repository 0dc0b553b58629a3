import { isJsonObject, type JsonObject, asObjects } from '../../../json-object';
import type { TemplateCalls } from '../driver';
import type { DriverTemplateEvent } from '../driver-events';
import { accessOf, ask, askAll } from './ask';
import type { Graph } from './graph';
import { textOf } from './json';
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

  async create(instance, { isNamed, category, ...template }) {
    const path = [accessOf(instance).wabaId ?? '', 'message_templates'];
    const parameter_format = isNamed ? 'NAMED' : 'POSITIONAL';
    const body = { ...template, category: category.toUpperCase(), parameter_format };
    const { id, status, category: given } = await ask(graph, instance, { method: 'POST', path, body });
    return {
      kind: 'template',
      providerTemplateId: textOf(id) ?? '',
      name: template.name,
      language: template.language,
      status: textOf(status)?.toLowerCase() ?? 'pending',
      category: categoryOf(given) ?? category,
      components: template.components,
    };
  },
});

function eventOf(template: JsonObject): DriverTemplateEvent[] {
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
      quality: qualityOf(isJsonObject(score) ? score['score'] : score),
      category: categoryOf(template['category']),
      components: asObjects(template['components']),
    },
  ];
}
