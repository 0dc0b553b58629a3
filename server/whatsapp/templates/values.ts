import type { MessageContent, SendContent } from '../../../shared/whatsapp/content';
import type { SendErrorCode } from '../../../shared/whatsapp/send-errors';
import { isJsonObject, type JsonObject, asObject, asList, asObjects } from '../../json-object';
import type { TemplateShape } from './shape';

type Content = Extract<MessageContent | SendContent, { type: 'template' }>;
export interface TemplateValueIssue {
  /** JSON Pointer in the content. */
  path: string;
  code: SendErrorCode;
  message: string;
}

const count = (path: string, message: string): TemplateValueIssue => ({
  path,
  code: 'template_parameter_count',
  message,
});
const format = (path: string, message: string): TemplateValueIssue => ({
  path,
  code: 'template_parameter_format',
  message,
});

const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';
const EMPTY = 'This variable is empty. Give it a text.';

export function valueIssue(shape: TemplateShape, content: Content): TemplateValueIssue | undefined {
  if (content.components !== undefined) return componentsIssue(shape, asObjects(content.components));
  const variables = asObject(content.variables);
  return (
    headerIssue(shape, asList(variables['header'])) ??
    bodyIssue(shape, variables['body']) ??
    buttonsIssue(shape, asList(variables['buttons']))
  );
}

function headerIssue({ header }: TemplateShape, [value]: readonly unknown[]): TemplateValueIssue | undefined {
  const path = '/variables/header';
  if (header === 'unknown') return undefined;
  if (header === 'none') {
    return value === undefined ? undefined : count(`${path}/0`, 'The header takes no value. Leave `header` out.');
  }
  const needed = header === 'text' ? 'a text' : `a file of the type \`${header}\``;
  if (value === undefined) return count(path, `The header needs ${needed}.`);
  const kind = isJsonObject(value) ? value['type'] : 'text';
  if (kind !== header) return format(`${path}/0`, `The header needs ${needed}.`);
  return isEmpty(value) ? format(`${path}/0`, EMPTY) : undefined;
}

function bodyIssue({ body }: TemplateShape, given: unknown): TemplateValueIssue | undefined {
  const path = '/variables/body';
  const values = given ?? [];
  const isList = Array.isArray(values);
  const size = isJsonObject(values) ? Object.keys(values).length : asList(values).length;
  if (size > 0 && body.variables.length > 0 && isList === body.isNamed) {
    const names = body.variables.map((name) => `\`${name}\``).join(', ');
    return format(path, body.isNamed ? `Give the variables by name: ${names}.` : 'Give the variables in a list.');
  }
  const byKey = isJsonObject(values)
    ? values
    : Object.fromEntries(asList(values).map((value, index) => [index, value]));
  const wanted = body.isNamed ? body.variables : body.variables.map((_, index) => String(index));
  for (const [index, key] of wanted.entries()) {
    const name = `{{${body.variables[index] ?? key}}}`;
    if (!Object.hasOwn(byKey, key)) return count(`${path}/${key}`, `There is no value for the variable ${name}.`);
    if (isEmpty(byKey[key])) return format(`${path}/${key}`, EMPTY);
  }
  const extra = Object.keys(byKey).find((key) => !wanted.includes(key));
  if (extra === undefined) return undefined;
  return count(`${path}/${extra}`, `The body has ${wanted.length} variables. Leave this value out.`);
}

function buttonsIssue({ slots }: TemplateShape, values: readonly unknown[]): TemplateValueIssue | undefined {
  const path = '/variables/buttons';
  for (const [position, { index, isRequired }] of slots.entries()) {
    const value = values[position];
    if (value === undefined && isRequired) {
      return count(`${path}/${position}`, `There is no value for the button ${index}.`);
    }
    if (isEmpty(value)) return format(`${path}/${position}`, EMPTY);
  }
  if (values.length <= slots.length) return undefined;
  return count(`${path}/${slots.length}`, `${slots.length} buttons take a value. Leave this value out.`);
}

/** For values in Meta’s own form. */
function componentsIssue(shape: TemplateShape, components: readonly JsonObject[]): TemplateValueIssue | undefined {
  const at = (type: string, index?: number) =>
    components.findIndex((one) => one['type'] === type && (index === undefined || (one['index'] ?? 0) === index));
  const parametersAt = (place: number) => asObjects(components[place]?.['parameters']);
  return (
    headerComponentIssue(shape, at('header'), parametersAt(at('header'))) ??
    bodyComponentIssue(shape, at('body'), parametersAt(at('body'))) ??
    shape.slots
      .filter(({ index, isRequired }) => isRequired && parametersAt(at('button', index)).length === 0)
      .map(({ index }) => count('/components', `There is no component with a parameter for the button ${index}.`))[0]
  );
}

function headerComponentIssue(
  { header }: TemplateShape,
  place: number,
  [parameter]: readonly JsonObject[],
): TemplateValueIssue | undefined {
  if (header === 'unknown') return undefined;
  const path = place < 0 ? '/components' : `/components/${place}`;
  if (header === 'none') return parameter && count(path, 'The header takes no value. Leave this component out.');
  if (!parameter) return count(path, `The header needs a parameter of the type \`${header}\`.`);
  if (parameter['type'] !== header) {
    return format(`${path}/parameters/0/type`, `The header needs a parameter of the type \`${header}\`.`);
  }
  const value = parameter[header];
  const isFile = isJsonObject(value) && (value['id'] !== undefined || value['link'] !== undefined);
  const isThere = header === 'text' ? typeof value === 'string' && !isEmpty(value) : isFile;
  return isThere ? undefined : format(`${path}/parameters/0/${header}`, 'This parameter has no value.');
}

function bodyComponentIssue(
  { body }: TemplateShape,
  place: number,
  parameters: readonly JsonObject[],
): TemplateValueIssue | undefined {
  const path = place < 0 ? '/components' : `/components/${place}/parameters`;
  const { variables, isNamed } = body;
  const nameOf = (parameter: JsonObject, index: number) => (isNamed ? parameter['parameter_name'] : variables[index]);
  const missing = variables.find((name) => !parameters.some((one, index) => nameOf(one, index) === name));
  if (missing !== undefined) return count(path, `There is no parameter for the variable {{${missing}}} of the body.`);
  const extra = parameters.findIndex((one, index) => !variables.some((name) => name === nameOf(one, index)));
  if (extra >= 0) {
    return count(`${path}/${extra}`, `The body has ${variables.length} variables. Leave this parameter out.`);
  }
  const empty = parameters.findIndex(({ type, text }) => type === 'text' && (text === undefined || isEmpty(text)));
  return empty < 0 ? undefined : format(`${path}/${empty}/text`, EMPTY);
}
