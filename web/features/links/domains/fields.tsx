import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import { redirects } from '../link-texts';
import type { DomainDraft } from './draft';
import { t } from './texts';

const urls = () =>
  [
    { name: 'root_url', label: t('rootUrl'), hint: t('emptyFor404') },
    { name: 'not_found_url', label: t('notFoundUrl'), hint: t('emptyFor404') },
    { name: 'expired_url', label: t('expiredUrl'), hint: t('emptyFor410') },
  ] as const;

export function DomainFields({ form }: { form: UseFormReturnType<DomainDraft> }) {
  return (
    <>
      {urls().map(({ name, label, hint }) => (
        <TextInput
          key={name}
          label={label}
          description={hint}
          placeholder="https://example.com/"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps(name)}
        />
      ))}
      <NativeSelect
        label={t('redirect')}
        description={t('redirectHelp')}
        data={redirects()}
        {...form.getInputProps('default_redirect_status')}
      />
      <Checkbox
        label={t('sensitive')}
        description={t('sensitiveHelp')}
        {...form.getInputProps('case_sensitive', { type: 'checkbox' })}
      />
    </>
  );
}
