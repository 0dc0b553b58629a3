import { TextInput } from '@mantine/core';

import { t } from './texts';

interface SecretInputProps {
  value: string;
  onChange: (value: string) => void;
  description?: string;
}

export function SecretInput({ value, onChange, description = t('secretStays') }: SecretInputProps) {
  return (
    <TextInput
      type="password"
      label={t('secret')}
      description={description}
      placeholder="whsec_…"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
