import { z } from 'zod';

import type { ChannelSchemas, Target } from './channel';
import { webhookSchemas } from './webhook';
import { whatsappSchemas } from './whatsapp';

/** In display order. */
export const CHANNEL_SCHEMAS = [whatsappSchemas, webhookSchemas] as const satisfies readonly ChannelSchemas[];
export type ChannelKind = (typeof CHANNEL_SCHEMAS)[number]['kind'];

const MAX_DESTINATION = 300;

/** Also accepts a destination as one string. */
export function targetSchema(channels: readonly ChannelSchemas[]) {
  const targets = channels.map(({ target }) => target) as unknown as [z.ZodObject<{ channel: z.ZodLiteral<string> }>];
  return z.union([z.discriminatedUnion('channel', targets), destinationText(channels)]).meta({
    example: targets[0].meta()?.['example'],
  }) as unknown as z.ZodType<Target | string, Target | string>;
}

function destinationText(channels: readonly ChannelSchemas[]) {
  const forms = channels.map(({ kind, destination }) => `${kind}:${destination.pattern}`);
  const [first] = channels;
  return z
    .string()
    .max(MAX_DESTINATION)
    .regex(new RegExp(`^(?:${forms.join('|')})$`), {
      error: 'Must be the id of a destination, as returned by `destinations.list`.',
    })
    .meta({ maxLength: MAX_DESTINATION, example: first && `${first.kind}:${first.destination.example}` });
}

/** Keyed by the kind of the channel. */
export const overridesSchema = (channels: readonly ChannelSchemas[]) =>
  z
    .strictObject(
      Object.fromEntries(
        channels.map(({ kind, title, overrides }) => [
          kind,
          overrides.optional().describe(`Content that differs on the channel ${title}.`),
        ]),
      ),
    )
    .meta({ example: {} }) as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>;

/** Undefined for a string that names no channel. */
export function parseChannelTarget(channels: readonly ChannelSchemas[], target: Target | string): Target | undefined {
  if (typeof target !== 'string') return target;
  const kind = target.slice(0, target.indexOf(':'));
  const channel = channels.find((one) => one.kind === kind);
  return channel && ({ channel: kind, ...channel.destination.target(target.slice(kind.length + 1)) } as Target);
}
