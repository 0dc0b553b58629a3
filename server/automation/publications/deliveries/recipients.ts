import type { Target } from '../../../../shared/automation/channels/channel';
import { readTarget } from '../../../../shared/automation/channels/channel-schemas';
import { PUBLICATION_LIMITS } from '../../../../shared/automation/publication-inputs';
import type { SkipReason } from '../../../../shared/automation/publication-states';
import { ID_PREFIXES, idPattern } from '../../../../shared/ids';
import type { Channel, Issue } from '../../channels/channel';
import type { AutomationContext } from '../../context';
import type { StoredTarget } from '../../schema/publications';
import type { NormalInput } from '../compose/normal-input';

/** One recipient on one channel, each once. */
export interface ResolvedRecipient {
  channel: Channel;
  containerId: string;
  recipient: string;
  to: string;
  label: string | null;
  warnings: Issue[];
  seenWith?: readonly string[];
  /** Null: it gets the publication. */
  skipReason: SkipReason | null;
}

export interface ResolvedTargets {
  recipients: ResolvedRecipient[];
  /** As they are kept: with the container that each goes through. */
  targets: StoredTarget[];
  issues: Issue[];
}

const INSTANCE_ID = new RegExp(idPattern(ID_PREFIXES.instance));

/** The WhatsApp instance that a delivery goes through, by which keys are narrowed; null for other containers. */
export const instanceOf = (containerId: string): string | null => (INSTANCE_ID.test(containerId) ? containerId : null);

/** Who the targets name. Reads only; pointers of issues lead into the body. */
export async function resolveTargets(
  ctx: AutomationContext,
  { targets, onInvalidTarget }: Pick<NormalInput, 'targets' | 'onInvalidTarget'>,
): Promise<ResolvedTargets> {
  const issues: Issue[] = [];
  const recipients = new Map<string, ResolvedRecipient>();
  const kept: StoredTarget[] = [];

  for (const [index, given] of targets.entries()) {
    const place = `/targets/${index}`;
    const read = targetOf(ctx, given, place);
    if ('issues' in read) {
      issues.push(...read.issues);
      continue;
    }
    const { channel, target } = read;
    const containers = new Set<string>();
    for (const resolution of await channel.resolve(ctx, target)) {
      if (resolution.ok) {
        const { isKnown: _, ...found } = resolution.recipient;
        containers.add(found.containerId);
        addOnce(recipients, { channel, ...found, skipReason: null });
      } else if (onInvalidTarget === 'skip' && resolution.containerId !== null) {
        const { containerId, to, skip, issue } = resolution;
        containers.add(containerId);
        addOnce(recipients, {
          channel,
          containerId,
          recipient: to,
          to,
          label: null,
          warnings: [issue],
          skipReason: skip,
        });
      } else {
        issues.push(
          typeof given === 'string' ? { ...resolution.issue, pointer: place } : within(place, resolution.issue),
        );
      }
    }
    kept.push(...keptTargets(target, containers));
  }
  return { recipients: [...recipients.values()], targets: kept, issues };
}

/** The target that an entry names, as its channel takes it. */
function targetOf(
  ctx: AutomationContext,
  given: Target | string,
  place: string,
): { channel: Channel; target: Target } | { issues: Issue[] } {
  const { channels } = ctx.automation;
  const target = readTarget(
    channels.all.map(({ schemas }) => schemas),
    given,
  );
  const channel = target && channels.of(target.channel);
  if (!channel) {
    return { issues: [{ pointer: place, code: 'unknown_channel', message: 'The channel does not exist.' }] };
  }
  // An object passed the schema with the body; what a string stands for did not yet.
  const parsed = channel.schemas.target.safeParse(target);
  if (parsed.success) return { channel, target: parsed.data };
  return { issues: parsed.error.issues.map(({ message }) => ({ pointer: place, code: 'invalid_value', message })) };
}

/** More recipients than a publication may have, before they are looked up. */
export function tooManyRecipients({ targets }: Pick<NormalInput, 'targets'>): Issue[] {
  const named = new Set(
    targets.flatMap((target) =>
      typeof target === 'string' ? [target] : target.to.map((to) => JSON.stringify({ ...target, to })),
    ),
  );
  if (named.size <= PUBLICATION_LIMITS.recipients) return [];
  const message = `Must name at most ${PUBLICATION_LIMITS.recipients} recipients in all; they are ${named.size}.`;
  return [{ pointer: '/targets', code: 'too_many', message }];
}

function addOnce(recipients: Map<string, ResolvedRecipient>, one: ResolvedRecipient): void {
  const key = JSON.stringify([one.channel.schemas.kind, one.containerId, one.recipient]);
  if (!recipients.has(key)) recipients.set(key, one);
}

/** A target that left its instance to the workspace names it from now on. */
function keptTargets(target: Target, containers: ReadonlySet<string>): StoredTarget[] {
  const [only] = containers;
  const instance = containers.size === 1 && only !== undefined ? instanceOf(only) : null;
  return [instance === null ? target : { ...target, instance_id: instance }];
}

const within = (place: string, issue: Issue): Issue => ({ ...issue, pointer: `${place}${issue.pointer}` });
