import { readTarget } from '../../../shared/automation/channels/channel-schemas';
import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import { ApiError } from '../../errors';
import type { AutomationContext } from '../context';
import { preparePublication, type PreparedPublication } from '../publications/create';
import type { Mapped } from './map';
import { Refused } from './refused';

/** Judges every publication before anything is written. Throws `Refused`. */
export async function prepareAll(
  ctx: AutomationContext,
  config: EndpointConfig,
  mapped: readonly Mapped[],
): Promise<PreparedPublication[]> {
  const prepared: PreparedPublication[] = [];
  for (const one of mapped) {
    if (config.dynamic_targets === 'known') await requireKnown(ctx, one);
    prepared.push(await preparePublication(ctx, one.input).catch(refusedAs));
  }
  return prepared;
}

/** Whom the mapping chose must be somebody that one has written with. */
export async function requireKnown(ctx: AutomationContext, { input, ownTargetsFrom }: Mapped): Promise<void> {
  const { channels } = ctx.automation;
  const schemas = channels.all.map((channel) => channel.schemas);
  for (const [index, given] of input.targets.entries()) {
    const target = index < ownTargetsFrom ? undefined : readTarget(schemas, given);
    const channel = target && channels.of(target.channel);
    if (!target || !channel) continue;
    const resolutions = await channel.resolve(ctx, target);
    const stranger = resolutions.findIndex((resolution) => resolution.ok && !resolution.recipient.isKnown);
    if (stranger < 0) continue;
    throw new Refused('target_not_allowed', {
      message: 'The recipient is not a known chat, contact or group of this workspace.',
      path: typeof given === 'string' ? `/targets/${index}` : `/targets/${index}/to/${stranger}`,
    });
  }
}

/** What a publication was refused for, as an endpoint tells it. */
export function refusedAs(error: unknown): never {
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
