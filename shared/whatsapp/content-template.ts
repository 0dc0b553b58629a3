import { z } from 'zod';

import { atMostOne } from '../one-of';
import { smallRecord, text } from '../text';
import { webUrl } from './fields';
import { filename, MediaSource } from './media';

export const templateName = () =>
  z
    .string()
    .regex(/^[a-z0-9_]{1,512}$/, 'Must be 1 to 512 of a–z, 0–9 and _.')
    .meta({ minLength: 1, maxLength: 512, example: 'order_shipped' });

export const templateLanguage = () =>
  z
    .string()
    .regex(/^[a-z]{2,3}(?:_[A-Za-z]{2,4})?$/, 'Must be a language code of Meta, such as en_US.')
    .meta({ minLength: 2, maxLength: 8, example: 'en_US' });

const parameterName = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Must be 1 to 64 of a–z, 0–9 and _, and begin with a letter.')
    .meta({ minLength: 1, maxLength: 64 });

/** `id` is Meta’s own; Meta fetches the address. */
const MetaFile = z.strictObject({
  id: text(256).optional().describe('Id of a file at Meta.'),
  link: webUrl().optional().describe('URL from which Meta fetches the file.'),
  filename: filename().optional().describe('File name of a document.'),
});

const Parameter = z.strictObject({
  type: z
    .enum(['text', 'currency', 'date_time', 'image', 'video', 'document', 'payload', 'coupon_code'])
    .describe('Type of the value. The field of the same name has the value.'),
  parameter_name: parameterName().optional().describe('Name of the variable, in a template with named variables.'),
  text: text(1024).optional().describe('Text value.'),
  payload: text(256).optional().describe('Payload that you receive when the quick reply is pressed.'),
  coupon_code: text(20).optional().describe('Code that the button copies.'),
  currency: z
    .strictObject({
      fallback_value: text(100).describe('Text to show if the amount cannot be formatted.'),
      code: z
        .string()
        .regex(/^[A-Z]{3}$/, 'Must be a currency code of three capital letters (ISO 4217), such as EUR.')
        .max(3)
        .describe('Currency code (ISO 4217).'),
      amount_1000: z.number().int().describe('Amount multiplied by 1000.'),
    })
    .optional()
    .describe('Amount of money.'),
  date_time: z
    .strictObject({ fallback_value: text(100).describe('Date and time as text.') })
    .optional()
    .describe('Date and time.'),
  image: MetaFile.optional().describe('Image.'),
  video: MetaFile.optional().describe('Video.'),
  document: MetaFile.optional().describe('Document.'),
});

const Component = z.strictObject({
  type: z.enum(['header', 'body', 'button']).describe('Part of the template.'),
  sub_type: z.enum(['quick_reply', 'url', 'copy_code', 'flow', 'catalog']).optional().describe('Kind of button.'),
  index: z.number().int().min(0).max(9).optional().describe('Index of the button, from 0.'),
  parameters: z.array(Parameter).max(50).optional().describe('Values in the order of the variables.'),
});

const HeaderValue = z.union([
  text(60),
  z.strictObject({
    type: z.enum(['image', 'video', 'document']).describe('Kind of file.'),
    media: MediaSource.describe('File to send.'),
    filename: filename().optional().describe('File name of a document.'),
  }),
]);

const TemplateVariables = z.strictObject({
  header: z.array(HeaderValue).max(1).optional().describe('Value of the header: a text or a file.'),
  body: z
    .union([z.array(text(1024)).max(50), smallRecord(parameterName(), text(1024), { most: 50, things: 'variables' })])
    .optional()
    .describe('Values of the body variables, in order or by name.'),
  buttons: z.array(text(2000)).max(10).optional().describe('Values of the buttons that have a variable, in order.'),
});
type TemplateVariables = z.output<typeof TemplateVariables>;

export const TemplateContent = atMostOne(
  {
    type: z
      .literal('template')
      .describe('An approved template. Outside the 24-hour window, `cloud` accepts only templates.'),
    name: templateName().describe('Name of the template.'),
    language: templateLanguage().describe('Language of the template.'),
  },
  {
    variables: TemplateVariables.describe('Values of the template’s variables.').meta({ example: { body: ['42'] } }),
    components: z.array(Component).max(10).describe('Components with values in Meta’s format, instead of `variables`.'),
  },
  { example: { type: 'template', name: 'order_shipped', language: 'en_US', variables: { body: ['42'] } } },
);
