import { Checkbox, NativeSelect, TextInput } from '@mantine/core';

import { MediaUpload } from '../../messages/composer/media-upload';
import { STATUSES, type Message } from '../../messages/labels';
import { useInstance } from '../../use-instance';
import {
  choicesOf,
  FAULTS,
  GROUP_ACTIONS,
  KINDS,
  REPORTED_STATUSES,
  type SimulatedEventDraft,
  type Kind,
} from './draft';
import { t } from './texts';

interface FieldsProps {
  draft: SimulatedEventDraft;
  target: Message | undefined;
  onChange: (next: Partial<SimulatedEventDraft>) => void;
}

export function SimulatedEventFields({ draft, target, onChange }: FieldsProps) {
  const words = (label: string, name: 'text' | 'emoji' | 'new_phone' | 'participants', max: number) => (
    <TextInput
      label={label}
      maxLength={max}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  switch (draft.type) {
    case 'message':
      return <MessageFields draft={draft} target={target} onChange={onChange} />;
    case 'reaction':
      return words(t('emoji'), 'emoji', 32);
    case 'edit':
      return words(t('newText'), 'text', 4096);
    case 'number_changed':
      return words(t('newNumber'), 'new_phone', 60);
    case 'poll_vote':
      return (
        <fieldset>
          <legend>{t('selectedAnswers')}</legend>
          {(target?.content.type === 'poll' ? target.content.options : []).map((option) => (
            <Checkbox
              key={option}
              size="xs"
              label={option}
              checked={draft.options.includes(option)}
              onChange={(event) =>
                onChange({
                  options: event.currentTarget.checked
                    ? [...draft.options, option]
                    : draft.options.filter((one) => one !== option),
                })
              }
            />
          ))}
        </fieldset>
      );
    case 'button_reply':
      return (
        <NativeSelect
          label={t('choice')}
          value={draft.choice}
          data={choicesOf(target).map(({ title }) => title)}
          onChange={(event) => onChange({ choice: event.currentTarget.value })}
        />
      );
    case 'status':
      return (
        <div className="network-pair">
          <NativeSelect
            label={t('status')}
            value={draft.status}
            data={REPORTED_STATUSES.map((value) => ({ value, label: STATUSES[value].label }))}
            onChange={(event) => onChange({ status: event.currentTarget.value as SimulatedEventDraft['status'] })}
          />
          {draft.status === 'failed' && (
            <NativeSelect
              label={t('reason')}
              value={draft.error_code}
              data={[...FAULTS]}
              onChange={(event) =>
                onChange({ error_code: event.currentTarget.value as SimulatedEventDraft['error_code'] })
              }
            />
          )}
        </div>
      );
    case 'group':
      return (
        <div className="network-pair">
          <NativeSelect
            label={t('groupAction')}
            value={draft.action}
            data={Object.entries(GROUP_ACTIONS).map(([value, label]) => ({ value, label }))}
            onChange={(event) => onChange({ action: event.currentTarget.value as SimulatedEventDraft['action'] })}
          />
          {words(t('people'), 'participants', 1000)}
        </div>
      );
    case 'call':
      return (
        <Checkbox
          size="xs"
          label={t('video')}
          checked={draft.is_video}
          onChange={(event) => onChange({ is_video: event.currentTarget.checked })}
        />
      );
    case 'delete':
    case 'identity_changed':
      return null;
    default:
      return draft.type satisfies never;
  }
}

const WORDS_OF = {
  text: 'text',
  image: 'caption',
  document: 'caption',
  location: 'placeName',
  poll: 'question',
  undecryptable: undefined,
  unsupported: undefined,
} as const satisfies Record<Kind, string | undefined>;

function MessageFields({ draft, target, onChange }: FieldsProps) {
  const { id: instanceId } = useInstance();
  const label = WORDS_OF[draft.kind];
  return (
    <>
      <div className="network-pair">
        <NativeSelect
          label={t('type')}
          value={draft.kind}
          data={Object.entries(KINDS).map(([value, name]) => ({ value, label: name }))}
          onChange={(event) => onChange({ kind: event.currentTarget.value as Kind, media_id: '' })}
        />
        {label !== undefined && (
          <TextInput
            label={t(label)}
            maxLength={1000}
            value={draft.text}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        )}
      </div>
      {(draft.kind === 'image' || draft.kind === 'document') && (
        <MediaUpload
          key={draft.kind}
          label={t('file')}
          instanceId={instanceId}
          type={draft.kind}
          mediaId={draft.media_id}
          onChange={(id) => onChange({ media_id: id })}
        />
      )}
      {target && (
        <Checkbox
          size="xs"
          label={t('isReply')}
          checked={draft.isReply}
          onChange={(event) => onChange({ isReply: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
