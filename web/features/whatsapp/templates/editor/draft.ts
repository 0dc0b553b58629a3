import {
  TEMPLATE_LIMITS,
  templateFaults,
  templateVariables,
  type TemplateFaultCode,
} from '../../../../../shared/whatsapp/template-rules';
import { locale } from '../../../../i18n/locale';
import type { DefinedInput, Inputs } from '../../../../trpc';
import { t } from './texts';

export type NewTemplate = DefinedInput<Inputs['whatsapp']['templates']['create']>;
export type ButtonType = NonNullable<NewTemplate['buttons']>[number]['type'];

/** A button of any type: those of its fields that its type has not are empty. */
export interface ButtonDraft {
  type: ButtonType;
  text: string;
  url: string;
  example: string;
  phone: string;
}

export interface TemplateDraft {
  name: string;
  language: string;
  category: NewTemplate['category'];
  header: { text: string; example: string };
  /** Examples by the names of their variables, so that they stay where they belong. */
  body: { text: string; examples: string[]; byName: Record<string, string> };
  footer: string;
  buttons: ButtonDraft[];
}

export const newDraft = (): TemplateDraft => ({
  name: '',
  language: locale === 'pt-BR' ? 'pt_BR' : 'en_US',
  category: 'utility',
  header: { text: '', example: '' },
  body: { text: '', examples: [], byName: {} },
  footer: '',
  buttons: [],
});

export const newButton = (type: ButtonType): ButtonDraft => ({ type, text: '', url: '', example: '', phone: '' });

/** In characters, as limits count them. */
export const lengthOf = (text: string): number => Array.from(text).length;

export const examplesOf = ({ text, byName }: TemplateDraft['body']): string[] =>
  templateVariables(text).map((name) => byName[name]?.trim() ?? '');

export function inputOf(instanceId: string, draft: TemplateDraft): NewTemplate {
  const { header, body, footer, buttons, name, language, category } = draft;
  const examples = examplesOf(body);
  const example = templateVariables(header.text).length > 0 ? header.example.trim() : '';
  return {
    instance_id: instanceId,
    name: name.trim(),
    language,
    category,
    ...(header.text.trim() === ''
      ? {}
      : { header: { text: header.text.trim(), ...(example === '' ? {} : { example }) } }),
    body: { text: body.text.trim(), ...(examples.length === 0 ? {} : { examples }) },
    ...(footer.trim() === '' ? {} : { footer: footer.trim() }),
    ...(buttons.length === 0 ? {} : { buttons: buttons.map(buttonOf) }),
  };
}

function buttonOf({ type, text, url, example, phone }: ButtonDraft): NonNullable<NewTemplate['buttons']>[number] {
  const label = text.trim();
  if (type === 'quick_reply') return { type, text: label };
  if (type === 'phone_number') return { type, text: label, phone: phone.replaceAll(/[\s()-]/g, '') };
  const address = url.trim();
  const whole = templateVariables(address).length > 0 ? example.trim() : '';
  return { type, text: label, url: address, ...(whole === '' ? {} : { example: whole }) };
}

const REASONS: Record<TemplateFaultCode, () => string> = {
  template_name: () => t('nameInvalid'),
  variable_invalid: () => t('variableInvalid'),
  variables_mixed: () => t('variablesMixed'),
  variables_order: () => t('variablesOrder'),
  variable_at_edge: () => t('variableAtEdge'),
  variables_adjacent: () => t('variablesAdjacent'),
  variable_count: () => t('variableCount'),
  variable_not_allowed: () => t('variableNotAllowed'),
  url_variable: () => t('urlVariable'),
  example_missing: () => t('exampleMissing'),
  example_unused: () => t('exampleMissing'),
  buttons_mixed: () => t('buttonsMixed'),
  too_many_links: () => t('tooManyLinks'),
  too_many_calls: () => t('tooManyCalls'),
};

/** By the path of the field, as the form knows it. */
export function errorsOf(draft: TemplateDraft): Record<string, string> {
  const errors: Record<string, string> = {};
  const add = (path: string, message: string | undefined) => {
    if (message !== undefined) errors[path] ??= message;
  };
  const { name, header, body, footer, buttons } = draft;
  add('name', missing(name, t('enterName')) ?? tooLong(name, TEMPLATE_LIMITS.name));
  add('header.text', tooLong(header.text, TEMPLATE_LIMITS.header));
  add('body.text', missing(body.text, t('enterBody')) ?? tooLong(body.text, TEMPLATE_LIMITS.body));
  add('footer', tooLong(footer, TEMPLATE_LIMITS.footer));
  for (const [index, button] of buttons.entries()) {
    const at = `buttons.${index}`;
    add(`${at}.text`, missing(button.text, t('enterLabel')) ?? tooLong(button.text, TEMPLATE_LIMITS.button));
    if (button.type === 'url' && !/^https?:\/\/\S+$/i.test(button.url.trim())) add(`${at}.url`, t('enterUrl'));
    if (button.type === 'phone_number' && !/^\+[1-9]\d{6,14}$/.test(button.phone.replaceAll(/[\s()-]/g, '')))
      add(`${at}.phone`, t('enterPhone'));
  }
  // Checked as it would be sent, so that the server refuses nothing else.
  const { instance_id: _, ...input } = inputOf('', draft);
  for (const { pointer, code } of templateFaults(input)) {
    add(pointer.slice(1).replaceAll('/', '.'), REASONS[code]());
  }
  return errors;
}

const missing = (text: string, message: string): string | undefined => (text.trim() === '' ? message : undefined);
const tooLong = (text: string, max: number): string | undefined =>
  lengthOf(text.trim()) > max ? t('tooLong', { count: max }) : undefined;

/** The text as a person gets it: with examples, where there are some. */
export const withExamples = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (variable, name: string) => valueOf(name) || variable);

/** The next number that a text has not yet. */
export const nextVariable = (text: string): string => {
  const used = templateVariables(text);
  let number = 1;
  while (used.includes(String(number))) number += 1;
  return `{{${number}}}`;
};
