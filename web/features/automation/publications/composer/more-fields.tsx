import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../../../../shared/durations';
import { Collapsible } from '../../../../ui/form/collapsible';
import { PairsField } from '../../../webhooks/form/pairs-field';
import { NEW_PUBLICATION } from './draft';
import { faultAt, propsOf, type ComposerForm } from './field-props';
import { t } from './texts';

const EXPIRIES = [1, 6, 24, 72, 168, 720].map((hours) => hours * HOUR_SECONDS);
const WINDOWS = [0, 5 * MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS];
const OVERFLOWS = ['reject', 'truncate', 'split'] as const;

/** In the largest unit that leaves nothing over. */
function durationLabel(seconds: number): string {
  if (seconds === 0) return t('off');
  if (seconds % DAY_SECONDS === 0) return t('day', { count: seconds / DAY_SECONDS });
  if (seconds % HOUR_SECONDS === 0) return t('hour', { count: seconds / HOUR_SECONDS });
  if (seconds % MINUTE_SECONDS === 0) return t('minute', { count: seconds / MINUTE_SECONDS });
  return t('second', { count: seconds });
}

/** The usual ones, and one that the API was given. */
const durations = (usual: readonly number[], chosen: string) =>
  [...new Set([...usual, Number(chosen)])].map((seconds) => ({
    value: String(seconds),
    label: durationLabel(seconds),
  }));

export function MoreFields(composing: ComposerForm) {
  const { form } = composing;
  const { values } = form;
  const isLike = (...names: (keyof typeof NEW_PUBLICATION)[]) =>
    names.every((name) => JSON.stringify(values[name]) === JSON.stringify(NEW_PUBLICATION[name]));
  // Only a mapping can mark URLs.
  const shortLinks =
    values.short_links === 'explicit' ? (['off', 'auto', 'explicit'] as const) : (['off', 'auto'] as const);
  return (
    <>
      <Collapsible
        form={form}
        title={t('linksAndExpiry')}
        of={['short_links', 'overflow', 'expires_after_seconds', 'schedule.jitter_seconds']}
        isSet={!isLike('short_links', 'overflow', 'expires_after_seconds') || values.schedule.jitter_seconds !== ''}
        hint={t('linksAndExpiryHelp')}
      >
        <NativeSelect
          label={t('shortLinks')}
          data={shortLinks.map((value) => ({ value, label: t(`links_${value}`) }))}
          {...propsOf(composing, 'short_links')}
        />
        <NativeSelect
          label={t('ifTooLong')}
          data={OVERFLOWS.map((value) => ({ value, label: t(`overflow_${value}`) }))}
          {...propsOf(composing, 'overflow')}
        />
        <div className="pub-row">
          <NativeSelect
            label={t('expiry')}
            description={t('expiryHelp')}
            data={durations(EXPIRIES, values.expires_after_seconds)}
            {...propsOf(composing, 'expires_after_seconds')}
          />
          <NumberInput
            label={t('jitter')}
            description={t('jitterHelp')}
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
        title={t('recipients')}
        of={['on_invalid_target', 'duplicate_window_seconds', 'allow_duplicate']}
        isSet={!isLike('on_invalid_target', 'duplicate_window_seconds', 'allow_duplicate')}
        hint={t('recipientsHelp')}
      >
        <Checkbox
          label={t('skipInvalid')}
          description={t('skipInvalidHelp')}
          checked={values.on_invalid_target === 'skip'}
          onChange={(event) => form.setFieldValue('on_invalid_target', event.currentTarget.checked ? 'skip' : 'reject')}
        />
        <NativeSelect
          label={t('duplicateWindow')}
          description={t('duplicateWindowHelp')}
          data={durations(WINDOWS, values.duplicate_window_seconds)}
          {...propsOf(composing, 'duplicate_window_seconds')}
        />
        {values.duplicate_window_seconds !== '0' && (
          <Checkbox label={t('allowDuplicate')} {...propsOf(composing, 'allow_duplicate', 'checkbox')} />
        )}
      </Collapsible>
      <Collapsible
        form={form}
        title={t('titleAndMetadata')}
        of={['title', 'metadata']}
        isSet={!isLike('title', 'metadata')}
        hint={t('titleAndMetadataHelp')}
      >
        <TextInput
          label={t('title')}
          placeholder={t('titleExample')}
          maxLength={200}
          autoComplete="off"
          {...propsOf(composing, 'title')}
        />
        <PairsField
          title={t('metadata')}
          what={t('pair')}
          description={t('metadataHelp')}
          value={values.metadata}
          maxLength={{ name: 40, value: 500 }}
          error={faultAt(composing, 'metadata')}
          onChange={(next) => form.setFieldValue('metadata', next)}
        />
      </Collapsible>
    </>
  );
}
