import { TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState, type KeyboardEvent, type ReactNode } from 'react';

import { useTRPC } from '../../../../trpc';
import { sentenceOf } from '../../../../ui/problem';
import { Tag } from '../../../../ui/tag';
import { useInstances } from '../../../whatsapp/use-instances';
import { useChannelName } from '../../use-channels';
import type { Destination } from '../words';
import { faultAt, type Composing } from './field-props';
import { numberChoice, type Choice } from './target-draft';

const MOST_SHOWN = 20;
const MOST_CHOSEN = 1000;
const NUMBER = /^\+?[\d\s().-]{7,20}$/;

const KINDS: Record<string, string> = {
  group: 'Group',
  chat: 'Chat',
  contact: 'Contact',
  webhook_endpoint: 'Webhook',
};
const STATES = { offline: 'Offline', disabled: 'Disabled' };

/** Who gets the publication of a form. */
export function TargetsField(composing: Composing) {
  const { form } = composing;
  return (
    <TargetPicker
      legend="To"
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
  /** What is wrong with the recipient at a place of `chosen`. */
  faultOf?: (at: number) => ReactNode;
  onChange: (next: Choice[]) => void;
}

/** Recipients, found by name or number and chosen one by one. */
export function TargetPicker({ legend, chosen, fault, faultOf, onChange }: TargetPickerProps) {
  const id = useId();
  return (
    <fieldset className="pub-part" aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend>{legend}</legend>
      {chosen.length > 0 && (
        <ul className="pub-chosen" aria-label="Chosen recipients">
          {chosen.map((choice, at) => (
            <Chosen
              key={choice.id}
              of={choice}
              fault={faultOf?.(at)}
              onRemove={() => onChange(chosen.filter((one) => one !== choice))}
            />
          ))}
        </ul>
      )}
      {chosen.length < MOST_CHOSEN && (
        <Finder
          chosen={chosen}
          isInvalid={Boolean(fault)}
          onChoose={(choice) => {
            if (!chosen.some((one) => one.id === choice.id)) onChange([...chosen, choice]);
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
      {of.status !== 'ok' && <Tag tone="warning">{STATES[of.status]}</Tag>}
      <button type="button" className="bare" aria-label={`Remove ${of.label}`} onClick={onRemove}>
        <IconX size={14} aria-hidden />
      </button>
      {fault && <span className="pub-fault">{fault}</span>}
    </li>
  );
}

interface FinderProps {
  chosen: readonly Choice[];
  isInvalid: boolean;
  onChoose: (choice: Choice) => void;
}

/** A field with the destinations that fit below it: arrows move, Enter chooses, and the field stays for the next. */
function Finder({ chosen, isInvalid, onChoose }: FinderProps) {
  const trpc = useTRPC();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const q = useDeferredValue(typed.trim());
  const query = useQuery(
    trpc.automation.destinations.list.queryOptions(
      { limit: MOST_SHOWN, ...(q === '' ? {} : { q }) },
      { placeholderData: keepPreviousData, enabled: isOpen },
    ),
  );
  const numbers = useNumbers(typed.trim());
  const found = [...numbers, ...(query.data?.data ?? []).map(choiceOf)].filter(
    (one) => !chosen.some((other) => other.id === one.id),
  );
  const current = Math.min(at, Math.max(found.length - 1, 0));
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    onChoose(choice);
    setTyped('');
    setAt(0);
    // Open, it hides what stands below; a letter or an arrow opens it again.
    setIsOpen(false);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setIsOpen(true);
      setAt((current + step + found.length) % Math.max(found.length, 1));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isOpen) choose(found[current]);
    }
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setIsOpen(false);
    }
  };

  return (
    <div className="pub-finder">
      <TextInput
        role="combobox"
        aria-label="Add a recipient"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && found[current] ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        error={isInvalid}
        data-autofocus
        placeholder="A group, a contact, a webhook, or a number"
        leftSection={<IconSearch size={14} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onFocus={() => setIsOpen(true)}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsOpen(true);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <div className="pub-found card" hidden={!isOpen}>
        <ul id={`${id}-list`} role="listbox" aria-label="Destinations">
          {found.map((choice, index) => (
            <li
              key={choice.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setAt(index)}
              onClick={() => choose(choice)}
            >
              <IconPlus size={14} aria-hidden />
              <span className="truncate">{choice.label}</span>
              <span className="dimmed truncate">{choice.detail}</span>
              {choice.status !== 'ok' && <Tag tone="warning">{STATES[choice.status]}</Tag>}
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <div className="pub-none dimmed" role="status">
            {query.error ? sentenceOf(query.error) : query.isFetching ? 'Looking' : noneWords(typed.trim(), chosen)}
          </div>
        )}
      </div>
    </div>
  );
}

function noneWords(typed: string, chosen: readonly Choice[]): string {
  if (typed !== '') return 'Nothing of this name. A whole number, such as +15550100000, can be added too.';
  return chosen.length > 0
    ? 'That is all there is. A number can be added too.'
    : 'No destinations yet: connect a WhatsApp instance, or create a webhook.';
}

const choiceOf = (destination: Destination): Choice => ({
  id: destination.id,
  channel: destination.channel,
  instance_id: destination.instance_id,
  to: destination.to,
  label: destination.label,
  detail: [KINDS[destination.kind] ?? destination.kind, destination.detail]
    .filter((part) => part !== null && part !== destination.label)
    .join(' · '),
  status: destination.status,
});

/** What is typed as a number, once for each instance that could send to it. */
function useNumbers(typed: string): Choice[] {
  const instances = useInstances();
  if (!NUMBER.test(typed)) return [];
  const number = `+${typed.replaceAll(/\D/g, '')}`;
  return instances.map(({ id, name }) => numberChoice({ id, name }, number));
}
