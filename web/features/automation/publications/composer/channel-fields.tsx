import { Checkbox } from '@mantine/core';

import type { ChannelInfo } from '../../../../../shared/automation/channel';
import { Collapsible } from '../../../../ui/form/collapsible';
import { formPart } from '../../../../ui/form/form-part';
import { TextArea } from '../../../../ui/form/text-area';
import { SEND_TYPES } from '../../../whatsapp/messages/composer/draft';
import { isMessage } from '../../channels/whatsapp';
import { messageDraftOf, newMessage } from '../../message/message-draft';
import { MessageFields } from '../../message/message-fields';
import { useChannels } from '../../use-channels';
import { parseJson, typedText, valueOf, type OverrideValue } from './draft';
import { faultAt, type ComposerForm } from './field-props';
import { t } from './texts';

interface OwnField {
  name: string;
  label: string;
  description: string | undefined;
  isText: boolean;
  maxLength: number | undefined;
}

/** Overrides of each chosen channel, built from the channel’s own schema. */
export function ChannelFields(composing: ComposerForm) {
  const used = new Set(composing.form.values.targets.map(({ channel }) => channel));
  return useChannels()
    .filter(({ kind }) => used.has(kind))
    .map((channel) => <OfChannel key={channel.kind} channel={channel} composing={composing} />);
}

function OfChannel({ channel: { kind, title, overrides_schema: schema }, composing }: OfChannelProps) {
  const { form } = composing;
  const typed = form.values.overrides[kind] ?? {};
  return (
    <Collapsible
      form={form}
      title={t('onlyOn', { channel: title })}
      of={[`overrides.${kind}`]}
      isSet={Object.values(typed).some((value) => typedText(value) !== '')}
      hint={t('onlyOnHelp')}
    >
      {fieldsOf(schema).map((field) =>
        isMessage(kind, field.name) ? (
          <OwnMessage key={field.name} kind={kind} title={title} field={field} composing={composing} />
        ) : (
          <OwnText key={field.name} kind={kind} title={title} field={field} composing={composing} />
        ),
      )}
    </Collapsible>
  );
}

interface OfChannelProps {
  channel: ChannelInfo;
  composing: ComposerForm;
}

interface OwnProps {
  kind: string;
  title: string;
  field: OwnField;
  composing: ComposerForm;
}

function OwnMessage(props: OwnProps) {
  const { kind, title, field, composing } = props;
  const { form } = composing;
  const name = `overrides.${kind}.${field.name}`;
  const typed = form.values.overrides[kind]?.[field.name] ?? NO_MESSAGE;
  const isJson = typeof typed === 'object' && 'json' in typed;
  const message =
    typeof typed === 'string' || 'json' in typed
      ? undefined
      : formPart(form, name, typed, (path) => ({ error: faultAt(composing, path) }));
  const set = (next: OverrideValue) => {
    form.setFieldValue('overrides', {
      ...form.values.overrides,
      [kind]: { ...form.values.overrides[kind], [field.name]: next },
    });
    form.clearFieldError(name);
  };
  const instanceIds = form.values.targets.flatMap(({ instance_id: id }) => id ?? []);
  return (
    <>
      {!message ? (
        <OwnText {...props} />
      ) : (
        <MessageFields
          // Before a type is chosen the form has no such field.
          part={{
            ...message,
            set: (path, next) => (path === '' ? set(next as OverrideValue) : message.set(path, next)),
          }}
          label={t('messageType', { channel: title })}
          none={t('sameAsAbove')}
          types={MESSAGES}
          instanceIds={[...new Set(instanceIds)]}
        />
      )}
      <Checkbox
        size="xs"
        label={t('asJson')}
        checked={isJson}
        onChange={(event) =>
          set(
            event.currentTarget.checked
              ? { json: jsonOf(typed) }
              : (messageDraftOf(parseJson(typedText(typed))) ?? NO_MESSAGE),
          )
        }
      />
    </>
  );
}

/** A reaction answers a message, and a text has its field. */
const MESSAGES = SEND_TYPES.filter((type) => type !== 'text' && type !== 'reaction');
const NO_MESSAGE = newMessage();

const jsonOf = (typed: OverrideValue): string => {
  const value = valueOf(typed);
  return value === null ? '' : JSON.stringify(value, null, 2);
};

function OwnText({ kind, title, field, composing }: OwnProps) {
  const { form } = composing;
  const { name, label, description, isText, maxLength } = field;
  const value = form.values.overrides[kind]?.[name] ?? '';
  const text = typeof value === 'string' && !isText && value !== '' ? JSON.stringify(value) : typedText(value);
  const set = (next: string) => {
    const part = { ...form.values.overrides[kind], [name]: isText ? next : { json: next } };
    form.setFieldValue('overrides', { ...form.values.overrides, [kind]: part });
    form.clearFieldError(`overrides.${kind}.${name}`);
  };
  return (
    <TextArea
      label={t(isText ? 'fieldOn' : 'jsonFieldOn', { field: label, channel: title })}
      description={description}
      minRows={isText ? 2 : 3}
      maxRows={14}
      spellCheck={isText}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(isText ? {} : { classNames: { input: 'mono' } })}
      value={text}
      error={faultAt(composing, `overrides.${kind}.${name}`)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

function fieldsOf(schema: ChannelInfo['overrides_schema']): OwnField[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>;
  return Object.entries(properties).map(([name, { type, description, maxLength }]) => ({
    name,
    label: `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`,
    description: typeof description === 'string' ? description.replaceAll('`', '') : undefined,
    isText: type === 'string',
    maxLength: typeof maxLength === 'number' ? maxLength : undefined,
  }));
}
