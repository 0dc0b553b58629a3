import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { exampleId } from './fields';
import { instanceId } from './instance-inputs';

export const MAX_LABELS = 100;
/** WhatsApp numbers the colors of labels from 0. */
const COLOR_COUNT = 20;

export const Label = z
  .strictObject({
    id: idOf(ID_PREFIXES.label).describe('Id of the label.'),
    object: z.literal('whatsapp.label').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    name: z.string().describe('Name of the label.'),
    color: z.number().int().min(0).describe('Number of the color in WhatsApp, usually 0 to 19.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
  })
  .meta({
    id: 'WhatsAppLabel',
    example: {
      id: exampleId(ID_PREFIXES.label),
      object: 'whatsapp.label',
      instance_id: exampleId(ID_PREFIXES.instance),
      name: 'New customer',
      color: 3,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    },
  });
export type Label = z.output<typeof Label>;
export const LabelPage = pageOf(Label);

const labelId = idOf(ID_PREFIXES.label).describe('Id of the label.');
export const LabelId = z.strictObject({ ...instanceId, label_id: labelId });
export type LabelId = z.output<typeof LabelId>;

export const ListLabels = z.strictObject({ ...instanceId, ...pageQuery });
export type ListLabels = z.output<typeof ListLabels>;

const name = text(100)
  .regex(/\S/, 'Must not be blank.')
  .meta({ minLength: 1, maxLength: 100, example: 'New customer' });
const color = z
  .number()
  .int()
  .min(0)
  .max(COLOR_COUNT - 1);

const EXAMPLE = { instance_id: exampleId(ID_PREFIXES.instance) };
export const CreateLabel = z
  .strictObject({
    ...instanceId,
    name: name.describe('Name of the label, unique in the instance ignoring case.'),
    color: color
      .default(0)
      .describe(`Number of the color in WhatsApp, 0 to ${COLOR_COUNT - 1}.`)
      .meta({ example: 3 }),
  })
  .meta({ example: { ...EXAMPLE, name: 'New customer', color: 3 } });
export type CreateLabel = z.output<typeof CreateLabel>;

export const UpdateLabel = z
  .strictObject({
    ...LabelId.shape,
    name: name.optional().describe('New name.'),
    color: color
      .optional()
      .describe(`New number of the color, 0 to ${COLOR_COUNT - 1}.`)
      .meta({ example: 3 }),
  })
  .meta({ example: { ...EXAMPLE, label_id: exampleId(ID_PREFIXES.label), name: 'Regular customer' } });
export type UpdateLabel = z.output<typeof UpdateLabel>;
