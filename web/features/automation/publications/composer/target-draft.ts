import type { Target } from '../../../../../shared/automation/channels/channel';
import { numberOn } from '../../channels/whatsapp';
import type { Publication } from '../labels';
import { t } from './texts';

/** One recipient, as it was chosen. */
export interface Choice {
  /** Key of the destination as one string. */
  id: string;
  channel: string;
  instance_id: string | null;
  to: string;
  label: string;
  /** Number of a contact, by which the same person is recognised. */
  number: string | null;
  detail: string | null;
  status: 'ok' | 'offline' | 'disabled';
}

/** A destination as one string, as `destinations.list` has it. */
const idOf = (channel: string, instanceId: string | null, to: string): string =>
  [channel, instanceId, to].filter((part) => part !== null).join(':');

/** A destination string or a target, split for the picker. */
export function targetIn(target: Target | string): Target {
  if (typeof target !== 'string') return target;
  const [channel = '', first = '', ...rest] = target.split(':');
  return rest.length === 0 ? { channel, to: [first] } : { channel, instance_id: first, to: [rest.join(':')] };
}

const numberIn = (to: string): string | null => (/^\+?\d{5,}$/.test(to) ? `+${to.replace('+', '')}` : null);

export const choicesOf = (targets: Publication['targets']): Choice[] =>
  targets.flatMap(({ channel, to, instance_id: instance }) => {
    const instanceId = typeof instance === 'string' ? instance : null;
    return to.map((recipient) => ({
      id: idOf(channel, instanceId, recipient),
      channel,
      instance_id: instanceId,
      to: recipient,
      label: recipient,
      number: numberIn(recipient),
      detail: null,
      status: 'ok' as const,
    }));
  });

export const numberChoice = (instance: { id: string; name: string }, number: string): Choice => ({
  ...numberOn(instance.id, number),
  instance_id: instance.id,
  to: number,
  label: number,
  number,
  detail: t('numberFrom', { instance: instance.name }),
  status: 'ok',
});

/** Whether both lead to the same destination, however they were found. */
export const isSameDestination = (a: Choice, b: Choice): boolean =>
  a.id === b.id || (a.number !== null && a.number === b.number && groupOf(a) === groupOf(b));

const groupOf = ({ channel, instance_id: instance }: Choice): string => `${channel}:${instance ?? ''}`;
const groupsOf = (choices: readonly Choice[]): Choice[][] => [...Map.groupBy(choices, groupOf).values()];

/** One target per channel and instance: the API takes far fewer targets than recipients. */
export const targetsOf = (choices: readonly Choice[]): Target[] =>
  groupsOf(choices).map((group) => {
    const [first] = group;
    return {
      channel: first?.channel ?? '',
      ...(first?.instance_id ? { instance_id: first.instance_id } : {}),
      to: group.map(({ to }) => to),
    };
  });

/** Translates API pointers into form fields: `/targets/0/to/3` is `/targets/5`. */
export function pointerInForm(pointer: string, choices: readonly Choice[]): string {
  const match = /^\/targets\/(\d+)(?:\/to\/(\d+))?/.exec(pointer);
  // Fields of a message are nested below its type in the form.
  if (!match) return pointer.replace(/^(\/overrides\/whatsapp\/content)\/(?!type$)/, '$1/content/');
  const group = groupsOf(choices)[Number(match[1])];
  const choice = group?.[Number(match[2] ?? 0)];
  return choice === undefined ? '/targets' : `/targets/${choices.indexOf(choice)}`;
}
