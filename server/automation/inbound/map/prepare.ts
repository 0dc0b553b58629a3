import { parseChannelTarget } from '../../../../shared/automation/channels/channel-schemas';
import type { EndpointConfig } from '../../../../shared/automation/endpoint-config';
import { ApiError } from '../../../errors';
import type { AutomationContext } from '../../context';
import { preparePublication, type PreparedPublication } from '../../publications/create';
import { Refused } from '../refusal';
import type { Mapped } from './map';

/** Call it before anything is written. Throws `Refused`. */
export async function preparePublications(
  ctx: AutomationContext,
  config: EndpointConfig,
  mapped: readonly Mapped[],
): Promise<PreparedPublication[]> {
  const prepared: PreparedPublication[] = [];
  for (const one of mapped) {
    if (config.dynamic_targets === 'known') await requireKnownRecipients(ctx, one);
    prepared.push(await preparePublication(ctx, one.input).catch(rethrowAsRefusal));
  }
  return prepared;
}

/** Recipients that the mapping chooses must already have a conversation. */
export async function requireKnownRecipients(ctx: AutomationContext, { input, ownTargetsFrom }: Mapped): Promise<void> {
  const { channels } = ctx.automation;
  const schemas = channels.all.map((channel) => channel.schemas);
  for (const [index, given] of input.targets.entries()) {
    const target = index < ownTargetsFrom ? undefined : parseChannelTarget(schemas, given);
    const channel = target && channels.of(target.channel);
    if (!target || !channel) continue;
    const resolutions = await channel.resolve(ctx, target);
    const unknownIndex = resolutions.findIndex((resolution) => resolution.ok && !resolution.recipient.isKnown);
    if (unknownIndex < 0) continue;
    throw new Refused('target_not_allowed', {
      message: 'The recipient is not a known chat, contact or group of this workspace.',
      path: typeof given === 'string' ? `/targets/${index}` : `/targets/${index}/to/${unknownIndex}`,
    });
  }
}

export function rethrowAsRefusal(error: unknown): never {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const issues = error.details.errors ?? [];
  const details = {
    message: error.message,
    path: issues[0]?.pointer,
    issues,
    ...(error.details.headers ? { headers: error.details.headers } : {}),
  };
  if (error.code === 'rate_limited') throw new Refused('quota_exceeded', details);
  const isOfTargets = issues.length > 0 && issues.every(({ pointer }) => pointer.startsWith('/targets'));
  throw new Refused(isOfTargets ? 'target_unresolved' : 'content_invalid', {
    ...details,
    ...(error.code === 'conflict' ? { code: 'conflict' } : {}),
  });
}
