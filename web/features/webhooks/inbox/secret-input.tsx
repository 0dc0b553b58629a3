import { TextInput } from '@mantine/core';

interface SecretInputProps {
  value: string;
  onChange: (value: string) => void;
  description?: string;
}

export function SecretInput({
  value,
  onChange,
  description = 'Stays in this page; nothing is sent.',
}: SecretInputProps) {
  return (
    <TextInput
      type="password"
      label="Signing secret"
      description={description}
      placeholder="whsec_…"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
