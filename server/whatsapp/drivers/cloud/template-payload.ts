import type { MessageContent } from '../../../../shared/whatsapp/content';
import { defined } from '../../../defined';
import { isRecord, listOf, recordOf, recordsOf, textOf, type Json } from './json';

type Template = Extract<MessageContent, { type: 'template' }>;

interface PayloadOptions {
  mediaId: string | null;
  filename?: string | null | undefined;
  template?: Json[] | undefined;
}

export function templateOf(content: Template, parts: PayloadOptions): Json {
  const { name, language, components, variables } = content;
  const made = components ?? (variables === undefined ? [] : componentsOf(variables, parts));
  return defined({ name, language: { code: language }, components: made.length === 0 ? undefined : made });
}

function componentsOf(variables: Json, parts: PayloadOptions): Json[] {
  const header = listOf(variables['header']).map((value) => headerOf(value, parts));
  const body = bodyOf(variables['body']);
  return [
    ...(header.length === 0 ? [] : [{ type: 'header', parameters: header }]),
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: body }]),
    ...buttonsOf(listOf(variables['buttons']), parts.template),
  ];
}

function headerOf(value: unknown, { mediaId, filename }: PayloadOptions): Json {
  if (!isRecord(value)) return { type: 'text', text: value };
  const type = String(value['type']);
  const named = type === 'document' ? (textOf(value['filename']) ?? filename ?? undefined) : undefined;
  return { type, [type]: defined({ id: mediaId ?? undefined, filename: named }) };
}

const bodyOf = (values: unknown): Json[] =>
  Array.isArray(values)
    ? values.map((text: unknown) => ({ type: 'text', text }))
    : Object.entries(recordOf(values)).map(([parameter_name, text]) => ({ type: 'text', parameter_name, text }));

interface Slot {
  index: number;
  subType: string;
}

/** Buttons with values; without the template they are taken for links, in order. */
function buttonsOf(values: unknown[], template: Json[] | undefined): Json[] {
  const slots = template === undefined ? undefined : slotsOf(template);
  return values.map((value, position) => {
    const { index, subType } = slots?.[position] ?? { index: position, subType: 'url' };
    return { type: 'button', sub_type: subType, index, parameters: [parameterOf(subType, value)] };
  });
}

export function slotsOf(template: Json[]): Slot[] {
  const buttons = template.find(({ type }) => String(type).toUpperCase() === 'BUTTONS')?.['buttons'];
  return recordsOf(buttons).flatMap((button, index) => {
    const subType = subTypeOf(button);
    return subType === undefined ? [] : [{ index, subType }];
  });
}

function subTypeOf(button: Json): string | undefined {
  switch (String(button['type']).toUpperCase()) {
    case 'URL':
      return textOf(button['url'])?.includes('{{') === true ? 'url' : undefined;
    case 'QUICK_REPLY':
      return 'quick_reply';
    case 'COPY_CODE':
      return 'copy_code';
    // A one-time password is passed like a link.
    case 'OTP':
      return 'url';
    default:
      return undefined;
  }
}

function parameterOf(subType: string, value: unknown): Json {
  if (subType === 'quick_reply') return { type: 'payload', payload: value };
  if (subType === 'copy_code') return { type: 'coupon_code', coupon_code: value };
  return { type: 'text', text: value };
}
