import { Radio } from '@mantine/core';

export type KeysChoice = 'keep' | 'revoke';

interface KeysChoiceFieldProps {
  label: string;
  value: KeysChoice;
  onChange: (value: KeysChoice) => void;
}

export function KeysChoiceField({ label, value, onChange }: KeysChoiceFieldProps) {
  return (
    <Radio.Group label={label} value={value} onChange={(next) => onChange(next === 'keep' ? 'keep' : 'revoke')}>
      <Radio mt={8} value="revoke" label="Revoke: programs that use them stop working" />
      <Radio mt={8} value="keep" label="Keep: programs that use them continue to work" />
    </Radio.Group>
  );
}
