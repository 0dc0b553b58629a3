import { Checkbox, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';

import { KEY_KINDS, SCOPES_OF_KIND, type KeyKind } from '../../../../shared/access/scopes';
import { ListField } from '../../../ui/form/list-field';
import { listProps } from '../../../ui/form/list-props';
import { checkNetwork, checkOrigin } from '../../../ui/form/network-checks';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { expiries, type KeyDraft } from './draft';
import { ResourceFields } from './resource-fields';
import { ScopePicker } from './scope-picker';
import { t } from './texts';

import '../keys.css';

type KeyForm = UseFormReturnType<KeyDraft>;

export function MainFields({ form }: { form: KeyForm }) {
  const { expiry } = form.values;
  const [today] = useState(() => new Date().toLocaleDateString('sv'));
  return (
    <>
      <TextInput
        label={t('name')}
        placeholder={t('nameExample')}
        maxLength={80}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <div className="keys-field">
        <span id="key-expiry">{t('expires')}</span>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-labelledby="key-expiry"
          data={expiries()}
          {...form.getInputProps('expiry')}
        />
      </div>
      {expiry === 'date' && (
        <TextInput label={t('day')} type="date" min={today} {...form.getInputProps('expires_at')} />
      )}
      {expiry === 'never' && <Note tone="warning">{t('neverHelp')}</Note>}
    </>
  );
}

interface AdvancedFieldsProps {
  form: KeyForm;
  isOpen?: boolean;
  isKindFixed?: boolean;
}

export function AdvancedFields({ form, isOpen: isOpenFirst = false, isKindFixed = false }: AdvancedFieldsProps) {
  const { kind, full_access: isFull, scopes } = form.values;
  const { role } = useWorkspace();
  const [isUnfolded, setIsUnfolded] = useState(isOpenFirst);
  const hasError = Object.keys(form.errors).some((name) => !['name', 'expiry', 'expires_at'].includes(name));
  // It stays unfolded: it must not fold while somebody corrects a field.
  const isOpen = isUnfolded || kind === 'pk' || hasError;
  if (isOpen !== isUnfolded) setIsUnfolded(isOpen);
  const setKind = (next: KeyKind) => {
    form.setFieldValue('kind', next);
    form.setFieldValue('full_access', false);
    form.setFieldValue(
      'scopes',
      scopes.filter((scope) => SCOPES_OF_KIND[next].includes(scope)),
    );
  };

  return (
    <div>
      <button type="button" className="bare keys-fold" aria-expanded={isOpen} onClick={() => setIsUnfolded(!isOpen)}>
        <IconChevronDown size={15} aria-hidden /> {t('advanced')}
      </button>
      {/* Without a transition: a field with an error takes the focus. */}
      <div className="keys-advanced" hidden={!isOpen}>
        <Select
          label={t('kind')}
          allowDeselect={false}
          data={Object.entries(KEY_KINDS).map(([value, label]) => ({ value, label: `${label} (${value})` }))}
          disabled={isKindFixed}
          value={kind}
          onChange={(next) => next && setKind(next as KeyKind)}
        />
        {kind === 'ak' && role !== 'developer' && (
          <Checkbox
            label={t('fullAccess')}
            description={t('fullAccessHelp')}
            {...form.getInputProps('full_access', { type: 'checkbox' })}
          />
        )}
        {!isFull && (
          <ScopePicker
            kind={kind}
            value={scopes}
            error={form.errors['scopes']}
            onChange={(next) => form.setFieldValue('scopes', next)}
          />
        )}
        <ListField
          label={t('origins')}
          description={kind === 'pk' ? t('originsOfPublic') : t('originsHelp')}
          placeholder="https://app.example.com"
          max={50}
          isRequired={kind === 'pk'}
          check={checkOrigin}
          {...listProps(form, 'allowed_origins')}
        />
        <ListField
          label={t('networks')}
          description={t('networksHelp')}
          placeholder="203.0.113.0/24"
          max={50}
          check={checkNetwork}
          {...listProps(form, 'allowed_cidrs')}
        />
        {kind !== 'pk' && (
          <Checkbox
            label={t('browserUse')}
            description={t('browserUseHelp')}
            {...form.getInputProps('browser_use', { type: 'checkbox' })}
          />
        )}
        <ResourceFields form={form} />
        <div className="keys-rate">
          <NumberInput
            label={t('rateLimit')}
            description={t('rateLimitHelp')}
            min={1}
            max={100_000}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('rate_limit.requests')}
          />
          <NumberInput
            label={t('seconds')}
            description={t('secondsHelp')}
            min={1}
            max={3600}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('rate_limit.window_seconds')}
          />
        </div>
      </div>
    </div>
  );
}
