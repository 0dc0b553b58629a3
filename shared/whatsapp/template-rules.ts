// Without zod: the console checks with it as a person types.

/** As Meta counts them, in characters. */
export const TEMPLATE_LIMITS = {
  name: 512,
  header: 60,
  body: 1024,
  footer: 60,
  button: 25,
  url: 2000,
  example: 200,
  buttons: 10,
  links: 2,
  calls: 1,
} as const;

const NAME = /^[a-z0-9_]+$/;
const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;
const PARAMETER = /^(?:[1-9]\d?|[a-z][a-z0-9_]{0,63})$/;

export interface TemplateDraft {
  name: string;
  header?: { text: string; example?: string | undefined } | undefined;
  body: { text: string; examples?: readonly string[] | undefined };
  footer?: string | undefined;
  buttons?: readonly TemplateDraftButton[] | undefined;
}

type TemplateDraftButton =
  | { type: 'quick_reply'; text: string }
  | { type: 'url'; text: string; url: string; example?: string | undefined }
  | { type: 'phone_number'; text: string; phone: string };

export const TEMPLATE_FAULTS = {
  template_name: 'Must be lower-case letters, digits and underscores.',
  variable_invalid: 'A variable must be a number such as {{1}} or a lower-case name such as {{order_id}}.',
  variables_mixed: 'All variables must be numbers, or all must be names.',
  variables_order: 'Numbered variables must begin with {{1}} and leave no number out.',
  variable_at_edge: 'The text must not begin or end with a variable.',
  variables_adjacent: 'There must be text between two variables.',
  variable_count: 'The text can have at most one variable.',
  variable_not_allowed: 'This text cannot have a variable.',
  url_variable: 'The address can have one variable, {{1}}, at its end.',
  example_missing: 'Every variable needs an example.',
  example_unused: 'There is no variable for this example.',
  buttons_mixed: 'Quick replies must stand together, before or after the other buttons.',
  too_many_links: 'A template can have at most two buttons with an address.',
  too_many_calls: 'A template can have at most one button that calls.',
} as const;
export type TemplateFaultCode = keyof typeof TEMPLATE_FAULTS;

interface TemplateFault {
  /** JSON Pointer. */
  pointer: string;
  code: TemplateFaultCode;
}

/** The names of the variables of a text, each once, in the order in which values are given. */
export function templateVariables(text: string): string[] {
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
  return names.every((name) => /^\d+$/.test(name))
    ? names.toSorted((one, other) => Number(one) - Number(other))
    : names;
}

export const isNamed = (names: readonly string[]): boolean => names.some((name) => !/^\d+$/.test(name));

/** What Meta would refuse, at most one issue a field. */
export function templateFaults(draft: TemplateDraft): TemplateFault[] {
  const found: TemplateFault[] = [];
  const add = (pointer: string, code: TemplateFaultCode | undefined) => {
    if (code !== undefined && !found.some((one) => one.pointer === pointer)) found.push({ pointer, code });
  };
  const { name, header, body, footer, buttons = [] } = draft;
  add('/name', NAME.test(name) ? undefined : 'template_name');

  if (header) {
    const names = templateVariables(header.text);
    add('/header/text', names.length > 1 ? 'variable_count' : textIssue(header.text, true));
    add('/header/example', exampleIssue(names.length, header.example === undefined ? [] : [header.example]));
  }
  const names = templateVariables(body.text);
  const isMixed = header !== undefined && names.length > 0 && differs(templateVariables(header.text), names);
  add('/body/text', textIssue(body.text, false) ?? (isMixed ? 'variables_mixed' : undefined));
  add('/body/examples', exampleIssue(names.length, body.examples ?? []));
  add('/footer', footer === undefined || templateVariables(footer).length === 0 ? undefined : 'variable_not_allowed');
  for (const [index, button] of buttons.entries()) {
    const at = `/buttons/${index}`;
    add(`${at}/text`, templateVariables(button.text).length === 0 ? undefined : 'variable_not_allowed');
    if (button.type !== 'url') continue;
    add(`${at}/url`, urlIssue(button.url));
    const examples = button.example === undefined ? [] : [button.example];
    add(`${at}/example`, exampleIssue(templateVariables(button.url).length, examples));
  }
  add('/buttons', buttonsIssue(buttons));
  return found;
}

const differs = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && isNamed(one) !== isNamed(other);

function textIssue(text: string, mayEnd: boolean): TemplateFaultCode | undefined {
  const names = templateVariables(text);
  if (names.some((name) => !PARAMETER.test(name))) return 'variable_invalid';
  if (isNamed(names) && names.some((name) => !isNamed([name]))) return 'variables_mixed';
  if (!isNamed(names) && names.some((name, index) => name !== String(index + 1))) return 'variables_order';
  const whole = text.trim();
  if (!mayEnd && /^\{\{[^{}]*\}\}|\{\{[^{}]*\}\}$/.test(whole)) return 'variable_at_edge';
  return /\}\}\s*\{\{/.test(whole) ? 'variables_adjacent' : undefined;
}

function urlIssue(url: string): TemplateFaultCode | undefined {
  const names = templateVariables(url);
  return names.length === 0 || (names.length === 1 && /^[^{}]+\{\{\s*1\s*\}\}$/.test(url)) ? undefined : 'url_variable';
}

function exampleIssue(count: number, examples: readonly string[]): TemplateFaultCode | undefined {
  if (examples.length > count) return 'example_unused';
  return examples.length < count || examples.some((example) => example.trim() === '') ? 'example_missing' : undefined;
}

function buttonsIssue(buttons: readonly TemplateDraftButton[]): TemplateFaultCode | undefined {
  const kinds = buttons.map(({ type }) => type);
  if (kinds.filter((kind) => kind === 'url').length > TEMPLATE_LIMITS.links) return 'too_many_links';
  if (kinds.filter((kind) => kind === 'phone_number').length > TEMPLATE_LIMITS.calls) return 'too_many_calls';
  const changes = kinds.filter(
    (kind, index) => index > 0 && (kind === 'quick_reply') !== (kinds[index - 1] === 'quick_reply'),
  );
  return changes.length > 1 ? 'buttons_mixed' : undefined;
}
