import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { useCan } from '../../../../ui/shell/workspace';
import { Note } from '../../../../ui/tag';
import { toast, toastError } from '../../../../ui/toast/toast';
import { summaryOf, type Message } from '../../messages/labels';
import { useBusy } from '../../messages/use-busy';
import { useInstance } from '../../use-instance';
import { SIMULATED_CONTACTS } from '../simulated-contacts';
import {
  SIMULATED_EVENTS,
  inboundInputOf,
  needsTarget,
  newSimulatedEvent,
  unavailableReason,
  type SimulatedEvent,
  type SimulatedEventDraft,
  type InboundInput,
} from './draft';
import { SimulatedEventFields } from './event-fields';
import { t } from './texts';

interface SimulatedEventFormProps {
  from: string;
  target: Message | undefined;
  onDone: (input: InboundInput, messageId: string | null) => void;
}

const GROUPS = 100;

export function SimulatedEventForm({ from, target, onDone }: SimulatedEventFormProps) {
  const trpc = useTRPC();
  const { id: instanceId } = useInstance();
  const can = useCan();
  const [draft, setDraft] = useState<SimulatedEventDraft>(() => newSimulatedEvent(from));
  const [known, setKnown] = useState(from);
  // The person who was written to is the sender of the next event, until another one is chosen.
  if (from !== known) {
    setKnown(from);
    setDraft((old) => ({ ...old, from }));
  }
  const groups = useQuery(
    trpc.whatsapp.groups.list.queryOptions(
      { instance_id: instanceId, limit: GROUPS },
      { enabled: can('whatsapp.groups:read') },
    ),
  );
  const inbound = useMutation(trpc.whatsapp.sandbox.simulate_inbound.mutationOptions());
  const [isBusy, run] = useBusy();
  const change = (next: Partial<SimulatedEventDraft>) => setDraft((old) => ({ ...old, ...next }));
  const why = unavailableReason(draft, target);
  const isFileMissing =
    draft.type === 'message' && (draft.kind === 'image' || draft.kind === 'document') && draft.media_id === '';
  const isGroupMissing = draft.type === 'group' && draft.group_id === '';
  const input = () => inboundInputOf(draft, instanceId, target);

  const happen = async () => {
    const asked = input();
    try {
      const { data } = await inbound.mutateAsync(asked);
      toast(t('simulated'));
      onDone(asked, data.at(-1)?.message_id ?? null);
    } catch (error) {
      toastError(error, t('notSimulated'));
    }
  };
  const people = SIMULATED_CONTACTS.map(({ phone, does }) => ({ value: phone, label: `…${phone.slice(-4)}  ${does}` }));
  return (
    <form
      className="network-fields"
      onSubmit={(event) => {
        event.preventDefault();
        void run(happen);
      }}
    >
      <div className="network-pair">
        <NativeSelect
          label={t('event')}
          value={draft.type}
          data={Object.entries(SIMULATED_EVENTS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => change({ type: event.currentTarget.value as SimulatedEvent })}
        />
        <NativeSelect
          label={t('sender')}
          value={draft.from}
          data={[
            ...(people.some(({ value }) => value === draft.from)
              ? []
              : [{ value: draft.from, label: t('phonePerson') }]),
            ...people,
          ]}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('chat')}
          value={draft.group_id}
          data={[
            { value: '', label: draft.type === 'group' ? t('selectGroup') : t('directChat') },
            ...(groups.data?.data ?? []).map(({ id, subject }) => ({ value: id, label: subject || id })),
          ]}
          onChange={(event) => change({ group_id: event.currentTarget.value })}
        />
      </div>
      {needsTarget(draft.type) && !why && target && (
        <div className="network-target truncate">{t('selected', { text: summaryOf(target) })}</div>
      )}
      {why ? (
        <Note tone="neutral">{why}</Note>
      ) : (
        <SimulatedEventFields draft={draft} target={target} onChange={change} />
      )}
      {isGroupMissing && groups.data?.data.length === 0 && <Note tone="neutral">{t('noGroups')}</Note>}
      <div className="network-pair">
        <NumberInput
          label={t('repeat')}
          min={1}
          max={1000}
          allowDecimal={false}
          hideControls
          value={Number(draft.repeat)}
          onChange={(value) => change({ repeat: String(value || 1) })}
        />
        <Checkbox
          size="xs"
          className="network-twice"
          label={t('duplicate')}
          checked={draft.duplicate}
          onChange={(event) => change({ duplicate: event.currentTarget.checked })}
        />
      </div>
      <div className="network-buttons">
        <Button
          type="submit"
          size="sm"
          variant="default"
          loading={isBusy}
          disabled={why !== undefined || isFileMissing || isGroupMissing}
        >
          {t('run')}
        </Button>
        <CopyAsCode operation="whatsapp_sandbox_simulate_inbound" input={input} />
      </div>
    </form>
  );
}
