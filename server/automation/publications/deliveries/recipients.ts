import type { Target } from '../../../../shared/automation/channels/channel';
import { parseChannelTarget } from '../../../../shared/automation/channels/channel-schemas';
import { PUBLICATION_LIMITS } from '../../../../shared/automation/publication-inputs';
import type { SkipReason } from '../../../../shared/automation/publication-states';
import { ID_PREFIXES, idPattern } from '../../../../shared/ids';
import type { Channel, Issue } from '../../channels/channel';
import type { AutomationContext } from '../../context';
import type { StoredTarget } from '../../schema/publications';
import type { NormalInput } from '../compose/normal-input';

export interface ResolvedRecipient {
  channel: Channel;
  containerId: string;
  recipient: string;
  to: string;
  label: string | null;
  warnings: Issue[];
  seenWith?: readonly string[];
  /** Null for a recipient that gets the publication. */
  skipReason: SkipReason | null;
}

export interface ResolvedTargets {
  recipients: ResolvedRecipient[];
  targets: StoredTarget[];
  issues: Issue[];
}

const INSTANCE_ID = new RegExp(idPattern(ID_PREFIXES.instance));

/** Keys can be narrowed by WhatsApp instance; null for other containers. */
export const instanceOf = (containerId: string): string | null => (INSTANCE_ID.test(containerId) ? containerId : null);

/** Reads only; pointers of issues refer to the body. */
export async function resolveTargets(
  ctx: AutomationContext,
  { targets, onInvalidTarget }: Pick<NormalInput, 'targets' | 'onInvalidTarget'>,
): Promise<ResolvedTargets> {
  const issues: Issue[] = [];
  const recipients = new Map<string, ResolvedRecipient>();
  const kept: StoredTarget[] = [];

  for (const [index, given] of targets.entries()) {
    const pointer = `/targets/${index}`;
    const read = targetOf(ctx, given, pointer);
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
          typeof given === 'string' ? { ...resolution.issue, pointer } : atPointer(pointer, resolution.issue),
        );
      }
    }
    kept.push(...storedTargets(target, containers));
  }
  return { recipients: [...recipients.values()], targets: kept, issues };
}

function targetOf(
  ctx: AutomationContext,
  given: Target | string,
  pointer: string,
): { channel: Channel; target: Target } | { issues: Issue[] } {
  const { channels } = ctx.automation;
  const target = parseChannelTarget(
    channels.all.map(({ schemas }) => schemas),
    given,
  );
  const channel = target && channels.of(target.channel);
  if (!channel) {
    return { issues: [{ pointer, code: 'unknown_channel', message: 'The channel does not exist.' }] };
  }
  // Objects were validated with the body, strings were not.
  const parsed = channel.schemas.target.safeParse(target);
  if (parsed.success) return { channel, target: parsed.data };
  return { issues: parsed.error.issues.map(({ message }) => ({ pointer, code: 'invalid_value', message })) };
}

/** Checked before recipients are looked up. */
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

function storedTargets(target: Target, containers: ReadonlySet<string>): StoredTarget[] {
  const [only] = containers;
  const instance = containers.size === 1 && only !== undefined ? instanceOf(only) : null;
  return [instance === null ? target : { ...target, instance_id: instance }];
}

const atPointer = (pointer: string, issue: Issue): Issue => ({ ...issue, pointer: `${pointer}${issue.pointer}` });
