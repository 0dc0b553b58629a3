import { z } from 'zod';

const text = (max: number) => z.string().min(1).max(max);
const asset = z.strictObject({ id: z.string().optional(), link: z.url({ protocol: /^https?$/ }).optional() });
const captioned = asset.extend({ caption: z.string().max(1024).optional() });
const oneSource = (media: { id?: string | undefined; link?: string | undefined }) =>
  (media.id === undefined) !== (media.link === undefined);
const SOURCE = 'Exactly one of id and link is needed.';

const image = captioned.refine(oneSource, SOURCE);
const document = captioned.extend({ filename: z.string().max(240).optional() }).refine(oneSource, SOURCE);
const latitude = z.union([z.number(), z.string()]).refine((value) => Math.abs(Number(value)) <= 90);
const longitude = z.union([z.number(), z.string()]).refine((value) => Math.abs(Number(value)) <= 180);
const typed = z.strictObject({ type: z.string().optional() });

const contact = z.strictObject({
  name: z.strictObject({
    formatted_name: text(1000),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    middle_name: z.string().optional(),
    prefix: z.string().optional(),
    suffix: z.string().optional(),
  }),
  phones: z.array(typed.extend({ phone: z.string(), wa_id: z.string().optional() })).optional(),
  emails: z.array(typed.extend({ email: z.string() })).optional(),
  urls: z.array(typed.extend({ url: z.string() })).optional(),
  addresses: z.array(z.record(z.string(), z.string())).optional(),
  org: z.record(z.string(), z.string()).optional(),
  birthday: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
});

const header = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: text(60) }),
  z.strictObject({ type: z.literal('image'), image }),
  z.strictObject({ type: z.literal('video'), video: image }),
  z.strictObject({ type: z.literal('document'), document }),
]);
const frame = z.strictObject({
  header: header.optional(),
  body: z.strictObject({ text: text(1024) }),
  footer: z.strictObject({ text: text(60) }).optional(),
});
const distinct = (values: readonly string[]) => new Set(values).size === values.length;

const reply = z.strictObject({
  type: z.literal('reply'),
  reply: z.strictObject({ id: text(256), title: text(20) }),
});
const row = z.strictObject({ id: text(200), title: text(24), description: z.string().max(72).optional() });
const section = z.strictObject({ title: z.string().max(24).optional(), rows: z.array(row).min(1).max(10) });

const interactive = z.discriminatedUnion('type', [
  frame.extend({
    type: z.literal('button'),
    action: z.strictObject({
      buttons: z
        .array(reply)
        .min(1)
        .max(3)
        .refine((all) => distinct(all.map((one) => one.reply.id)) && distinct(all.map((one) => one.reply.title))),
    }),
  }),
  frame.extend({
    type: z.literal('list'),
    header: z.strictObject({ type: z.literal('text'), text: text(60) }).optional(),
    body: z.strictObject({ text: text(4096) }),
    action: z.strictObject({
      button: text(20),
      sections: z
        .array(section)
        .min(1)
        .max(10)
        .refine((all) => all.length === 1 || all.every(({ title }) => title !== undefined && title !== ''))
        .refine((all) => all.reduce((sum, { rows }) => sum + rows.length, 0) <= 10)
        .refine((all) => distinct(all.flatMap(({ rows }) => rows.map(({ id }) => id)))),
    }),
  }),
  frame.extend({
    type: z.literal('cta_url'),
    action: z.strictObject({
      name: z.literal('cta_url'),
      parameters: z.strictObject({ display_text: text(20), url: z.url({ protocol: /^https?$/ }) }),
    }),
  }),
  ...(['product', 'product_list', 'catalog_message', 'flow', 'call_permission_request'] as const).map((type) =>
    z.looseObject({ type: z.literal(type), action: z.looseObject({}) }),
  ),
]);

const parameter = z.looseObject({
  type: z.enum([
    'text',
    'currency',
    'date_time',
    'image',
    'document',
    'video',
    'location',
    'payload',
    'coupon_code',
    'action',
  ]),
  parameter_name: z.string().optional(),
});
const component = z.strictObject({
  type: z.enum(['header', 'body', 'button']),
  sub_type: z.string().optional(),
  index: z.union([z.string(), z.int()]).optional(),
  parameters: z.array(parameter).optional(),
});
const template = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.strictObject({ code: text(20), policy: z.literal('deterministic').optional() }),
  components: z.array(component).max(10).optional(),
});

/** By `type`: what stands under the key of the same name. */
export const BODIES: Record<string, z.ZodType> = {
  text: z.strictObject({ body: text(4096), preview_url: z.boolean().optional() }),
  image,
  video: image,
  audio: asset.extend({ voice: z.boolean().optional() }).refine(oneSource, SOURCE),
  document,
  sticker: asset.refine(oneSource, SOURCE),
  location: z.strictObject({
    latitude,
    longitude,
    name: z.string().max(1000).optional(),
    address: z.string().max(1000).optional(),
  }),
  contacts: z.array(contact).min(1).max(20),
  reaction: z.strictObject({ message_id: text(256), emoji: z.string().max(64) }),
  interactive,
  template,
};

export type TemplateRequest = z.output<typeof template>;

/** The rest of a message request. */
export const Envelope = z.looseObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.enum(['individual', 'group']),
  to: z
    .string()
    .regex(/^\+?[\w.@-]{5,128}$/)
    .optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/)
    .optional(),
  recipient_identity_key_hash: z.string().optional(),
  type: z.string().default('text'),
  context: z.strictObject({ message_id: text(256) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

export const ENVELOPE_KEYS = new Set(Object.keys(Envelope.shape));
