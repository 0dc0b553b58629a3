import type { Target } from '../../../../../shared/automation/channels/channel';
import type { Publication } from '../words';

/** One recipient, as it was chosen. */
export interface Choice {
  /** The destination as one string. */
  id: string;
  channel: string;
  instance_id: string | null;
  to: string;
  label: string;
  detail: string | null;
  status: 'ok' | 'offline' | 'disabled';
}

/** A destination as one string, as `destinations.list` has it. */
const idOf = (channel: string, instanceId: string | null, to: string): string =>
  [channel, instanceId, to].filter((part) => part !== null).join(':');

/** The recipients of a publication that there is, one by one; of people only the number is known. */
export const choicesOf = (targets: Publication['targets']): Choice[] =>
  targets.flatMap(({ channel, to, instance_id: instance }) => {
    const instanceId = typeof instance === 'string' ? instance : null;
    return to.map((recipient) => ({
      id: idOf(channel, instanceId, recipient),
      channel,
      instance_id: instanceId,
      to: recipient,
      label: recipient,
      detail: null,
      status: 'ok' as const,
    }));
  });

/** A number of somebody who is in no list, through this instance. */
export const numberChoice = (instance: { id: string; name: string }, number: string): Choice => ({
  id: idOf('whatsapp', instance.id, number),
  channel: 'whatsapp',
  instance_id: instance.id,
  to: number,
  label: number,
  detail: `A number, from ${instance.name}`,
  status: 'ok',
});

const groupOf = ({ channel, instance_id: instance }: Choice): string => `${channel}:${instance ?? ''}`;
const groupsOf = (choices: readonly Choice[]): Choice[][] => [...Map.groupBy(choices, groupOf).values()];

/** As the API takes them: one target a channel and instance, for of targets it takes far fewer than of recipients. */
export const targetsOf = (choices: readonly Choice[]): Target[] =>
  groupsOf(choices).map((group) => {
    const [first] = group;
    return {
      channel: first?.channel ?? '',
      ...(first?.instance_id ? { instance_id: first.instance_id } : {}),
      to: group.map(({ to }) => to),
    };
  });

/** `/targets/0/to/3` as `/targets/5`: where the recipient stands in the form. */
export function pointerInForm(pointer: string, choices: readonly Choice[]): string {
  const match = /^\/targets\/(\d+)(?:\/to\/(\d+))?/.exec(pointer);
  if (!match) return pointer;
  const group = groupsOf(choices)[Number(match[1])];
  const choice = group?.[Number(match[2] ?? 0)];
  return choice === undefined ? '/targets' : `/targets/${choices.indexOf(choice)}`;
}
