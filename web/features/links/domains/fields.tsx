import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import { REDIRECTS } from '../labels';
import type { DomainDraft } from './draft';

const URLS = [
  { name: 'root_url', label: 'Its bare address leads to', hint: 'Empty for a 404 page.' },
  { name: 'not_found_url', label: 'Unknown slugs lead to', hint: 'Empty for a 404 page.' },
  { name: 'expired_url', label: 'Expired links lead to', hint: 'Empty for a 410 page. A link can say otherwise.' },
] as const;

export function DomainFields({ form }: { form: UseFormReturnType<DomainDraft> }) {
  return (
    <>
      {URLS.map(({ name, label, hint }) => (
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
        label="Redirect"
        description="Of links that name none."
        data={REDIRECTS}
        {...form.getInputProps('default_redirect_status')}
      />
      <Checkbox
        label="Upper and lower case differ"
        description="/Sale and /sale are then two links."
        {...form.getInputProps('case_sensitive', { type: 'checkbox' })}
      />
    </>
  );
}
