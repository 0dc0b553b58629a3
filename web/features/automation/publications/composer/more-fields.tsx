import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';

import { Collapsible } from '../../../../ui/form/collapsible';
import { PairsField } from '../../../webhooks/form/pairs-field';
import { NEW_PUBLICATION } from './draft';
import { faultAt, propsOf, type ComposerForm } from './field-props';

const EXPIRIES = [
  { value: '3600', label: 'an hour' },
  { value: '21600', label: '6 hours' },
  { value: '86400', label: 'a day' },
  { value: '259200', label: '3 days' },
  { value: '604800', label: 'a week' },
  { value: '2592000', label: '30 days' },
];
const OVERFLOWS = [
  { value: 'reject', label: 'Refuse it' },
  { value: 'truncate', label: 'Cut it' },
  { value: 'split', label: 'Split it into several messages' },
];
const SHORT_LINKS = [
  { value: 'off', label: 'Leave addresses as they are' },
  { value: 'auto', label: 'Shorten every address, and count its clicks' },
];
const WINDOWS = [
  { value: '0', label: 'Do not look' },
  { value: '300', label: '5 minutes' },
  { value: '3600', label: 'an hour' },
  { value: '86400', label: 'a day' },
];
/** A value that the API was given and that is none of the usual. */
const withOwn = (choices: { value: string; label: string }[], value: string) =>
  choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: `${value} seconds` }];

export function MoreFields(composing: ComposerForm) {
  const { form } = composing;
  const { values } = form;
  const isLike = (...names: (keyof typeof NEW_PUBLICATION)[]) =>
    names.every((name) => JSON.stringify(values[name]) === JSON.stringify(NEW_PUBLICATION[name]));
  return (
    <>
      <Collapsible
        form={form}
        title="Links, length and expiry"
        of={['short_links', 'overflow', 'expires_after_seconds', 'schedule.jitter_seconds']}
        isSet={!isLike('short_links', 'overflow', 'expires_after_seconds') || values.schedule.jitter_seconds !== ''}
        hint="Short links, texts that are too long, when to give up."
      >
        <NativeSelect
          label="Short links"
          data={
            values.short_links === 'explicit'
              ? [...SHORT_LINKS, { value: 'explicit', label: 'Only those that a mapping marks' }]
              : SHORT_LINKS
          }
          {...propsOf(composing, 'short_links')}
        />
        <NativeSelect
          label="A text that is too long for a channel"
          data={OVERFLOWS}
          {...propsOf(composing, 'overflow')}
        />
        <div className="pub-row">
          <NativeSelect
            label="Give up after"
            description="What could not be sent by then expires."
            data={withOwn(EXPIRIES, values.expires_after_seconds)}
            {...propsOf(composing, 'expires_after_seconds')}
          />
          <NumberInput
            label="Spread, seconds"
            description="Sent up to so much later, by chance."
            min={0}
            max={3600}
            allowDecimal={false}
            hideControls
            {...propsOf(composing, 'schedule.jitter_seconds')}
          />
        </div>
      </Collapsible>
      <Collapsible
        form={form}
        title="Recipients"
        of={['on_invalid_target', 'duplicate_window_seconds', 'allow_duplicate']}
        isSet={!isLike('on_invalid_target', 'duplicate_window_seconds', 'allow_duplicate')}
        hint="Wrong numbers, and the same text twice."
      >
        <Checkbox
          label="Leave out recipients that do not fit"
          description="Otherwise one of them refuses the whole publication."
          checked={values.on_invalid_target === 'skip'}
          onChange={(event) => form.setFieldValue('on_invalid_target', event.currentTarget.checked ? 'skip' : 'reject')}
        />
        <NativeSelect
          label="Refuse the same text to the same recipient within"
          data={withOwn(WINDOWS, values.duplicate_window_seconds)}
          {...propsOf(composing, 'duplicate_window_seconds')}
        />
        {values.duplicate_window_seconds !== '0' && (
          <Checkbox label="Publish although it is a duplicate" {...propsOf(composing, 'allow_duplicate', 'checkbox')} />
        )}
      </Collapsible>
      <Collapsible
        form={form}
        title="Title and metadata"
        of={['title', 'metadata']}
        isSet={!isLike('title', 'metadata')}
        hint="For your lists and events; recipients do not see them."
      >
        <TextInput
          label="Title"
          placeholder="Release"
          maxLength={200}
          autoComplete="off"
          {...propsOf(composing, 'title')}
        />
        <PairsField
          title="Metadata"
          what="pair"
          description="Your own pairs; events of the publication carry them."
          value={values.metadata}
          maxLength={{ name: 40, value: 500 }}
          error={faultAt(composing, 'metadata')}
          onChange={(next) => form.setFieldValue('metadata', next)}
        />
      </Collapsible>
    </>
  );
}
