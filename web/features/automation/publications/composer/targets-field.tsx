import { IconPlus, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState, type ReactNode } from 'react';

import { useTRPC } from '../../../../trpc';
import { Finder } from '../../../../ui/form/finder';
import { errorText } from '../../../../ui/problem';
import { Tag } from '../../../../ui/tag';
import { useInstances } from '../../../whatsapp/use-instances';
import { useChannelName } from '../../use-channels';
import type { Destination } from '../labels';
import { faultAt, type ComposerForm } from './field-props';
import { isSameDestination, numberChoice, type Choice } from './target-draft';
import { t } from './texts';
import { useLabels } from './use-labels';

import '../../../../ui/form/chosen.css';

const MAX_SHOWN = 20;
const MAX_CHOSEN = 1000;
const PHONE = /^\+\d+$/;
const NUMBER = /^\+?[\d\s().-]{7,20}$/;

export function TargetsField(composing: ComposerForm) {
  const { form } = composing;
  return (
    <TargetPicker
      legend={t('to')}
      chosen={form.values.targets}
      fault={faultAt(composing, 'targets')}
      faultOf={(at) => faultAt(composing, `targets.${at}`)}
      onChange={(next) => {
        form.setFieldValue('targets', next);
        form.clearFieldError('targets');
      }}
    />
  );
}

interface TargetPickerProps {
  legend: string;
  chosen: readonly Choice[];
  fault?: ReactNode;
  faultOf?: (at: number) => ReactNode;
  onChange: (next: Choice[]) => void;
}

export function TargetPicker({ legend, chosen, fault, faultOf, onChange }: TargetPickerProps) {
  const id = useId();
  const labelOf = useLabels(chosen);
  return (
    <fieldset className="pub-part" aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend>{legend}</legend>
      {chosen.length > 0 && (
        <ul className="chosen" aria-label={t('chosenRecipients')}>
          {chosen.map((choice, at) => (
            <Chosen
              key={choice.id}
              of={{ ...choice, label: labelOf(choice) }}
              fault={faultOf?.(at)}
              onRemove={() => onChange(chosen.filter((one) => one !== choice))}
            />
          ))}
        </ul>
      )}
      {chosen.length < MAX_CHOSEN && (
        <TargetFinder
          chosen={chosen}
          isInvalid={Boolean(fault)}
          onChoose={(choice) => {
            if (!chosen.some((one) => isSameDestination(one, choice))) onChange([...chosen, choice]);
          }}
        />
      )}
      {fault && (
        <div id={`${id}-fault`} className="pub-fault">
          {fault}
        </div>
      )}
    </fieldset>
  );
}

interface ChosenProps {
  of: Choice;
  fault: ReactNode;
  onRemove: () => void;
}

function Chosen({ of, fault, onRemove }: ChosenProps) {
  const channelName = useChannelName();
  return (
    <li data-faulty={fault ? true : undefined}>
      <span className="truncate">{of.label}</span>
      <span className="dimmed">{channelName(of.channel)}</span>
      {of.status !== 'ok' && <Tag tone="warning">{t(of.status)}</Tag>}
      <button type="button" className="bare" aria-label={t('remove', { name: of.label })} onClick={onRemove}>
        <IconX size={14} aria-hidden />
      </button>
      {fault && <span className="pub-fault">{fault}</span>}
    </li>
  );
}

interface TargetFinderProps {
  chosen: readonly Choice[];
  isInvalid: boolean;
  onChoose: (choice: Choice) => void;
}

function TargetFinder({ chosen, isInvalid, onChoose }: TargetFinderProps) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const q = useDeferredValue(typed.trim());
  const query = useQuery(
    trpc.automation.destinations.list.queryOptions(
      { limit: MAX_SHOWN, ...(q === '' ? {} : { q }) },
      { placeholderData: keepPreviousData, enabled: isAsked },
    ),
  );
  const numbers = useNumbers(typed.trim());
  const found = [...numbers, ...(query.data?.data ?? []).map(choiceOf)].filter(
    (one) => !chosen.some((other) => isSameDestination(one, other)),
  );
  return (
    <Finder
      label={t('addRecipient')}
      error={isInvalid}
      data-autofocus
      placeholder={t('findRecipient')}
      typed={typed}
      onType={setTyped}
      onOpen={() => setIsAsked(true)}
      found={found}
      keyOf={({ id }) => id}
      show={({ label, detail, status }) => (
        <>
          <IconPlus size={14} aria-hidden />
          <span className="truncate">{label}</span>
          <span className="dimmed truncate">{detail}</span>
          {status !== 'ok' && <Tag tone="warning">{t(status)}</Tag>}
        </>
      )}
      none={query.error ? errorText(query.error) : query.isFetching ? t('searching') : noneText(typed.trim(), chosen)}
      onChoose={(choice) => {
        onChoose(choice);
        setTyped('');
      }}
    />
  );
}

function noneText(typed: string, chosen: readonly Choice[]): string {
  if (typed !== '') return t('noneFound');
  return t(chosen.length > 0 ? 'noMore' : 'noDestinations');
}

const KINDS = new Map([
  ['group', () => t('destination_group')],
  ['contact', () => t('destination_contact')],
  ['chat', () => t('destination_chat')],
  ['webhook', () => t('destination_webhook')],
]);
/** Of a channel that the console knows nothing of, the kind as the API has it. */
const kindLabel = (destinationKind: string): string => KINDS.get(destinationKind)?.() ?? destinationKind;

const choiceOf = (destination: Destination): Choice => ({
  id: destination.id,
  channel: destination.channel,
  instance_id: destination.instance_id,
  to: destination.to,
  label: destination.label,
  number: [destination.detail, destination.label].find((text) => text !== null && PHONE.test(text)) ?? null,
  detail: [kindLabel(destination.kind), destination.detail]
    .filter((part) => part !== null && part !== destination.label)
    .join(' · '),
  status: destination.status,
});

function useNumbers(typed: string): Choice[] {
  const instances = useInstances();
  if (!NUMBER.test(typed)) return [];
  const number = `+${typed.replaceAll(/\D/g, '')}`;
  return instances.map(({ id, name }) => numberChoice({ id, name }, number));
}
