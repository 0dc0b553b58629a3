import { Refusal } from './graph-error';
import type { TemplateRequest } from './message-schema';
import { textOr, type Account, type Json, type StoredTemplate, type World } from './world';

/** What a send of a template is refused for. */
export function checkTemplate(world: World, account: Account, request: TemplateRequest): void {
  const { name, language } = request;
  const stored = findTemplate(world, account, name, language.code);
  if (stored === undefined || stored.status === 'PENDING' || stored.status === 'REJECTED') {
    throw new Refusal(132001, { details: `template name (${name}) does not exist in ${language.code}` });
  }
  if (stored.status === 'PAUSED') throw new Refusal(132015);
  if (stored.status === 'DISABLED') throw new Refusal(132016);

  for (const part of ['header', 'body'] as const) {
    const definition = stored.components.find(({ type }) => String(type).toLowerCase() === part);
    const wanted = placeholders(textOr(definition?.['text'], ''));
    const given = request.components?.find(({ type }) => type === part)?.parameters ?? [];
    const isMedia = part === 'header' && definition !== undefined && definition['format'] !== 'TEXT';
    const expected = isMedia ? 1 : wanted.length;
    if (given.length !== expected) {
      const details = `${part}: number of localizable_params (${given.length}) does not match the expected number of params (${expected})`;
      throw new Refusal(132000, { details });
    }
    const isNamed = wanted.some((placeholder) => !/^\d+$/.test(placeholder));
    if (isNamed && given.some(({ parameter_name }) => !wanted.includes(parameter_name ?? '')))
      throw new Refusal(132012, { details: `${part}: parameter_name is missing or unknown` });
  }
}

export function findTemplate(world: World, account: Account, name: string, language: string) {
  return [...world.templates.values()].find(
    (template) =>
      template.account.wabaId === account.wabaId && template.name === name && template.language === language,
  );
}

const placeholders = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, placeholder]) => placeholder ?? '')),
];

export const presentTemplate = (template: StoredTemplate & { account: Account }): Json =>
  Object.fromEntries(Object.entries(template).filter(([key]) => key !== 'account'));
