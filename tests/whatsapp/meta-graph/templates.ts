import { Refusal } from './graph-error';
import { notify } from './notify';
import { page } from './paging';
import { findTemplate, presentTemplate } from './template-check';
import { isRecord, nextNumber, textOr, type Account, type Json, type StoredTemplate, type World } from './world';

const CATEGORIES = new Set(['AUTHENTICATION', 'MARKETING', 'UTILITY']);

export function listTemplates(world: World, account: Account, url: URL): Json {
  const name = url.searchParams.get('name') ?? '';
  const isAsked = (template: StoredTemplate): boolean =>
    (['status', 'category', 'language'] as const).every((field) => {
      const wanted = url.searchParams.get(field);
      return wanted === null || template[field] === wanted;
    });
  const own = [...world.templates.values()].filter(
    (template) => template.account.wabaId === account.wabaId && template.name.includes(name) && isAsked(template),
  );
  return page(own.map(presentTemplate), url);
}

export function createTemplate(world: World, account: Account, body: Json): Json {
  const [name, language, category] = [body['name'], body['language'], body['category']].map((value) => String(value));
  if (name === undefined || !/^[a-z0-9_]{1,512}$/.test(name)) throw new Refusal(100, { details: 'name' });
  if (category === undefined || !CATEGORIES.has(category)) throw new Refusal(100, { details: 'category' });
  if (language === undefined || !/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language))
    throw new Refusal(100, { details: 'language' });
  if (findTemplate(world, account, name, language) !== undefined)
    throw new Refusal(100, { subcode: 2388024, details: 'There is already content in this language.' });

  const template = addTemplate(world, account, { ...body, status: 'PENDING' });
  return { id: template.id, status: template.status, category: template.category };
}

export function addTemplate(world: World, account: Account, given: Json): StoredTemplate {
  const components = (Array.isArray(given['components']) ? given['components'] : []).filter(isRecord);
  checkLengths(components);
  const template = {
    parameter_format: 'POSITIONAL',
    ...given,
    id: textOr(given['id'], nextNumber(world)),
    name: String(given['name']),
    language: String(given['language']),
    category: textOr(given['category'], 'UTILITY'),
    status: textOr(given['status'], 'APPROVED'),
    components,
    account,
  };
  world.templates.set(template.id, template);
  return template;
}

function checkLengths(components: Json[]): void {
  const most: Record<string, number> = { HEADER: 60, BODY: 1024, FOOTER: 60 };
  for (const { type, text, buttons } of components) {
    if (textOr(text, '').length > (most[String(type)] ?? 1024)) throw new Refusal(2388040, { details: String(type) });
    if (Array.isArray(buttons) && buttons.length > 10) throw new Refusal(2388019, { details: 'buttons' });
  }
}

export function editTemplate(template: StoredTemplate, body: Json): Json {
  if (Array.isArray(body['components'])) template.components = body['components'].filter(isRecord);
  if (typeof body['category'] === 'string') template.category = body['category'];
  template.status = 'PENDING';
  return { success: true };
}

export function deleteTemplates(world: World, account: Account, url: URL): Json {
  const [name, id] = [url.searchParams.get('name'), url.searchParams.get('hsm_id')];
  const found = [...world.templates.values()].filter(
    (template) =>
      template.account.wabaId === account.wabaId && template.name === name && (id === null || template.id === id),
  );
  if (found.length === 0) throw new Refusal(132001, { details: `There is no template ${name}.` });
  for (const template of found) world.templates.delete(template.id);
  return { success: true };
}

/** Meta’s own decision on a template, notified. */
export function decideTemplate(
  world: World,
  account: Account,
  input: { id: string; event: string; reason?: string },
): void {
  const template = world.templates.get(input.id);
  if (template === undefined) throw new Refusal(132001);
  template.status = input.event;
  notify(world, account, 'message_template_status_update', {
    event: input.event,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    reason: input.reason ?? 'NONE',
  });
}
