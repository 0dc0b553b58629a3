import { Radio } from '@mantine/core';

import { t } from './texts';

/** What happens to what a member created when the member loses rights. */
export interface CreationChoices {
  keys: 'keep' | 'revoke';
  webhooks: 'keep' | 'disable';
}

export const END_ALL: CreationChoices = { keys: 'revoke', webhooks: 'disable' };

const fieldsOf = () =>
  [
    { name: 'keys', label: t('keysCreated'), end: { value: 'revoke', label: t('keysRevoke') }, keep: t('keysKeep') },
    {
      name: 'webhooks',
      label: t('webhooksCreated'),
      end: { value: 'disable', label: t('webhooksDisable') },
      keep: t('webhooksKeep'),
    },
  ] as const;

interface CreationChoicesFieldsProps {
  /** By default all. */
  fields?: ReadonlySet<keyof CreationChoices> | undefined;
  value: CreationChoices;
  onChange: (value: CreationChoices) => void;
}

export function CreationChoicesFields({ fields, value, onChange }: CreationChoicesFieldsProps) {
  return fieldsOf()
    .filter(({ name }) => fields?.has(name) ?? true)
    .map(({ name, label, end, keep }) => (
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
