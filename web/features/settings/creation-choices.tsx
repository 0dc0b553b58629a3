import { Radio } from '@mantine/core';

/** What happens to what a member created when the member loses rights. */
export interface CreationChoices {
  keys: 'keep' | 'revoke';
  webhooks: 'keep' | 'disable';
}

export const END_ALL: CreationChoices = { keys: 'revoke', webhooks: 'disable' };

const FIELDS = [
  {
    name: 'keys',
    label: 'API keys that this member created',
    end: { value: 'revoke', label: 'Revoke: programs that use them stop working' },
    keep: 'Keep: programs that use them continue to work',
  },
  {
    name: 'webhooks',
    label: 'Webhooks that this member or these keys created',
    end: { value: 'disable', label: 'Disable: they receive no more events' },
    keep: 'Keep: they continue to receive events',
  },
] as const;

interface CreationChoicesFieldsProps {
  /** By default all. */
  fields?: ReadonlySet<keyof CreationChoices> | undefined;
  value: CreationChoices;
  onChange: (value: CreationChoices) => void;
}

export function CreationChoicesFields({ fields, value, onChange }: CreationChoicesFieldsProps) {
  return FIELDS.filter(({ name }) => fields?.has(name) ?? true).map(({ name, label, end, keep }) => (
    <Radio.Group
      key={name}
      mt={12}
      label={label}
      value={value[name]}
      onChange={(next) => onChange({ ...value, [name]: next === 'keep' ? next : end.value })}
    >
      <Radio mt={8} value={end.value} label={end.label} />
      <Radio mt={8} value="keep" label={keep} />
    </Radio.Group>
  ));
}
