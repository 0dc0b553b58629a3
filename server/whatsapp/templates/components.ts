import type { CreateTemplate } from '../../../shared/whatsapp/template-inputs';
import { isNamed, templateVariables } from '../../../shared/whatsapp/template-rules';
import type { NewTemplate } from '../drivers/driver';

export function newTemplate({ name, language, category, header, body, footer, buttons }: CreateTemplate): NewTemplate {
  const names = templateVariables(body.text);
  const headerNames = templateVariables(header?.text ?? '');
  return {
    name,
    language,
    category,
    isNamed: isNamed([...names, ...headerNames]),
    components: [
      ...(header
        ? [
            {
              type: 'HEADER',
              format: 'TEXT',
              text: header.text,
              ...examples('header_text', headerNames, header.example),
            },
          ]
        : []),
      { type: 'BODY', text: body.text, ...examples('body_text', names, body.examples) },
      ...(footer === undefined ? [] : [{ type: 'FOOTER', text: footer }]),
      ...(buttons ? [{ type: 'BUTTONS', buttons: buttons.map(buttonOf) }] : []),
    ],
  };
}

function examples(field: string, names: readonly string[], values: string | readonly string[] = []): object {
  const given = [values].flat();
  if (names.length === 0) return {};
  const named = names.map((param_name, index) => ({ param_name, example: given[index] }));
  if (isNamed(names)) return { example: { [`${field}_named_params`]: named } };
  return { example: { [field]: field === 'body_text' ? [given] : given } };
}

function buttonOf(button: NonNullable<CreateTemplate['buttons']>[number]): Record<string, unknown> {
  const { text } = button;
  if (button.type === 'quick_reply') return { type: 'QUICK_REPLY', text };
  if (button.type === 'phone_number') return { type: 'PHONE_NUMBER', text, phone_number: button.phone };
  const { url, example } = button;
  return { type: 'URL', text, url, ...(example === undefined ? {} : { example: [example] }) };
}
