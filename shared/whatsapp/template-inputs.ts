import { z } from 'zod';

import { text } from '../text';
import { templateLanguage, templateName } from './content-template';
import { webUrl } from './fields';
import { instanceId } from './instance-inputs';
import { TEMPLATE_LIMITS as LIMITS } from './template-rules';

const buttonText = () => text(LIMITS.button).describe('Label of the button.');
const example = () =>
  text(LIMITS.example)
    .describe('Example of the variable, which Meta reviews.')
    .meta({ maxLength: LIMITS.example, example: 'Ada' });
const Button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('quick_reply').describe('A reply to send.'), text: buttonText() }),
  z.strictObject({
    type: z.literal('url').describe('A web address to open.'),
    text: buttonText(),
    url: webUrl(LIMITS.url).describe('Address; it can end with the variable `{{1}}`.').meta({
      example: 'https://example.com/orders/{{1}}',
    }),
    example: webUrl().optional().describe('The whole address with an example of its variable.').meta({
      example: 'https://example.com/orders/42',
    }),
  }),
  z.strictObject({
    type: z.literal('phone_number').describe('A phone number to call.'),
    text: buttonText(),
    phone: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'Must be a phone number with country code, such as +15550100000.')
      .max(16)
      .describe('Phone number with country code.')
      .meta({ example: '+15550100000' }),
  }),
]);

export const CreateTemplate = z.strictObject({
  ...instanceId,
  name: templateName().describe('Name of the template, unique with its language.'),
  language: templateLanguage().describe('Language of the template.'),
  category: z.enum(['marketing', 'utility']).describe('Category of the template, which determines the price.'),
  header: z
    .strictObject({
      text: text(LIMITS.header).describe('Text, with at most one variable.'),
      example: example().optional(),
    })
    .optional()
    .describe('Bold line above the body.'),
  body: z
    .strictObject({
      text: text(LIMITS.body).describe('Text, with variables such as `{{1}}` or `{{order_id}}`.'),
      examples: z.array(example()).max(50).optional().describe('An example of each variable, in their order.'),
    })
    .describe('Text of the message.'),
  footer: text(LIMITS.footer).optional().describe('Small text below the body.'),
  buttons: z
    .array(Button)
    .min(1)
    .max(LIMITS.buttons)
    .optional()
    .describe('Buttons below the message. Quick replies stand together.'),
});
export type CreateTemplate = z.output<typeof CreateTemplate>;
