import { z } from 'zod';

import type { ChannelSchemas, Target } from './channel';
import { webhookSchemas } from './webhook';
import { whatsappSchemas } from './whatsapp';

/** Every channel there is, in the order in which they are shown. */
export const CHANNEL_SCHEMAS = [whatsappSchemas, webhookSchemas] as const satisfies readonly ChannelSchemas[];
export type ChannelKind = (typeof CHANNEL_SCHEMAS)[number]['kind'];

const MAX_DESTINATION = 300;

/** A target of one of the channels, or a destination as one string. */
export function targetSchema(channels: readonly ChannelSchemas[]) {
  const targets = channels.map(({ target }) => target) as unknown as [z.ZodObject<{ channel: z.ZodLiteral<string> }>];
  return z.union([z.discriminatedUnion('channel', targets), destinationText(channels)]).meta({
    example: targets[0].meta()?.['example'],
  }) as unknown as z.ZodType<Target | string, Target | string>;
}

/** A destination of one of the channels, as `destinations.list` names it. */
export function destinationText(channels: readonly ChannelSchemas[]) {
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

/** Overrides by the kind of their channel. */
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

/** The target that a string or an object names; undefined for a string of no channel here. */
export function readTarget(channels: readonly ChannelSchemas[], target: Target | string): Target | undefined {
  if (typeof target !== 'string') return target;
  const kind = target.slice(0, target.indexOf(':'));
  const channel = channels.find((one) => one.kind === kind);
  return channel && ({ channel: kind, ...channel.destination.target(target.slice(kind.length + 1)) } as Target);
}
