import { Textarea } from '@mantine/core';

import type { ChannelInfo } from '../../../../../shared/automation/channel';
import { useChannels } from '../../use-channels';
import { faultAt, type Composing } from './field-props';
import { Part } from './part';

interface OwnField {
  name: string;
  label: string;
  description: string | undefined;
  /** Text, or any JSON. */
  isText: boolean;
  maxLength: number | undefined;
}

/** What of the publication is different on a channel: a part for each that it goes to, made of the channel’s own schema. */
export function ChannelFields(composing: Composing) {
  const used = new Set(composing.form.values.targets.map(({ channel }) => channel));
  return useChannels()
    .filter(({ kind }) => used.has(kind))
    .map((channel) => <OfChannel key={channel.kind} channel={channel} composing={composing} />);
}

function OfChannel({ channel: { kind, title, overrides_schema: schema }, composing }: OfChannelProps) {
  const { form } = composing;
  const typed = form.values.overrides[kind] ?? {};
  const set = (name: string, value: string, isText: boolean) => {
    const part = { ...typed, [name]: isText ? value : { json: value } };
    form.setFieldValue('overrides', { ...form.values.overrides, [kind]: part });
    form.clearFieldError(`overrides.${kind}.${name}`);
  };
  return (
    <Part
      form={form}
      title={`Only on ${title}`}
      of={[`overrides.${kind}`]}
      isSet={Object.values(typed).some((value) => (typeof value === 'string' ? value : value.json) !== '')}
      hint="In place of what is above."
    >
      {fieldsOf(schema).map(({ name, label, description, isText, maxLength }) => {
        const value = typed[name] ?? '';
        const text = typeof value !== 'string' ? value.json : isText || value === '' ? value : JSON.stringify(value);
        return (
          <Textarea
            key={name}
            label={`${label} on ${title}${isText ? '' : ', as JSON'}`}
            description={description}
            autosize
            minRows={isText ? 2 : 3}
            maxRows={14}
            spellCheck={isText}
            {...(maxLength === undefined ? {} : { maxLength })}
            {...(isText ? {} : { classNames: { input: 'mono' } })}
            value={text}
            error={faultAt(composing, `overrides.${kind}.${name}`)}
            onChange={(event) => set(name, event.currentTarget.value, isText)}
          />
        );
      })}
    </Part>
  );
}

interface OfChannelProps {
  channel: ChannelInfo;
  composing: Composing;
}

/** The fields of a channel’s overrides, of their JSON Schema. */
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
