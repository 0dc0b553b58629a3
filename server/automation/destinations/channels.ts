import { z } from 'zod';

import type { ChannelId, ChannelInfo, ChannelList } from '../../../shared/automation/channel';
import { orNotFound } from '../../errors';
import type { Channel } from '../channels/channel';
import type { AutomationCall } from '../context';
import { fromRequest } from '../context';

export const listChannels = async (ctx: AutomationCall): Promise<ChannelList> => ({
  data: await Promise.all(ctx.automation.channels.all.map((channel) => present(ctx, channel))),
});

/** Throws 404 for an unknown kind. */
export async function getChannel(ctx: AutomationCall, { kind }: ChannelId): Promise<ChannelInfo> {
  const channel = orNotFound(ctx.automation.channels.of(kind));
  return present(ctx, channel);
}

async function present(ctx: AutomationCall, channel: Channel): Promise<ChannelInfo> {
  const { kind, title, target, overrides } = channel.schemas;
  return {
    kind,
    object: 'channel',
    title,
    capabilities: await channel.capabilities(fromRequest(ctx)),
    target_schema: jsonSchemaOf(target),
    overrides_schema: jsonSchemaOf(overrides),
  };
}

const known = new WeakMap<z.ZodType, Record<string, unknown>>();

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  let made = known.get(schema);
  if (made === undefined) {
    made = { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) };
    known.set(schema, made);
  }
  return made;
}
