import type { MessageContent } from '../../../../shared/whatsapp/content';
import { defined } from '../../../defined';
import { isJsonObject, type JsonObject, asObject, asList, asObjects } from '../../../json-object';
import { textOf } from './json';

type Template = Extract<MessageContent, { type: 'template' }>;

interface PayloadOptions {
  mediaId: string | null;
  filename?: string | null | undefined;
  template?: JsonObject[] | undefined;
}

export function templateOf(content: Template, parts: PayloadOptions): JsonObject {
  const { name, language, components, variables } = content;
  const made = components ?? (variables === undefined ? [] : componentsOf(variables, parts));
  return defined({ name, language: { code: language }, components: made.length === 0 ? undefined : made });
}

function componentsOf(variables: JsonObject, parts: PayloadOptions): JsonObject[] {
  const header = asList(variables['header']).map((value) => headerOf(value, parts));
  const body = bodyOf(variables['body']);
  return [
    ...(header.length === 0 ? [] : [{ type: 'header', parameters: header }]),
    ...(body.length === 0 ? [] : [{ type: 'body', parameters: body }]),
    ...buttonsOf(asList(variables['buttons']), parts.template),
  ];
}

function headerOf(value: unknown, { mediaId, filename }: PayloadOptions): JsonObject {
  if (!isJsonObject(value)) return { type: 'text', text: value };
  const type = String(value['type']);
  const named = type === 'document' ? (textOf(value['filename']) ?? filename ?? undefined) : undefined;
  return { type, [type]: defined({ id: mediaId ?? undefined, filename: named }) };
}

const bodyOf = (values: unknown): JsonObject[] =>
  Array.isArray(values)
    ? values.map((text: unknown) => ({ type: 'text', text }))
    : Object.entries(asObject(values)).map(([parameter_name, text]) => ({ type: 'text', parameter_name, text }));

interface Slot {
  index: number;
  subType: string;
}

/** Without the template, buttons with values are taken for links, in order. */
function buttonsOf(values: unknown[], template: JsonObject[] | undefined): JsonObject[] {
  const slots = template === undefined ? undefined : slotsOf(template);
  return values.map((value, position) => {
    const { index, subType } = slots?.[position] ?? { index: position, subType: 'url' };
    return { type: 'button', sub_type: subType, index, parameters: [parameterOf(subType, value)] };
  });
}

export function slotsOf(template: JsonObject[]): Slot[] {
  const buttons = template.find(({ type }) => String(type).toUpperCase() === 'BUTTONS')?.['buttons'];
  return asObjects(buttons).flatMap((button, index) => {
    const subType = subTypeOf(button);
    return subType === undefined ? [] : [{ index, subType }];
  });
}

function subTypeOf(button: JsonObject): string | undefined {
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

function parameterOf(subType: string, value: unknown): JsonObject {
  if (subType === 'quick_reply') return { type: 'payload', payload: value };
  if (subType === 'copy_code') return { type: 'coupon_code', coupon_code: value };
  return { type: 'text', text: value };
}
