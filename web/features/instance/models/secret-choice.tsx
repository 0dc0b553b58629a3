import { SegmentedControl } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import type { SecretChoice } from './provider-draft';
import { t } from './texts';

interface SecretChoiceFieldProps {
  label: string;
  kept: string | undefined;
  value: SecretChoice;
  onChange: (value: SecretChoice) => void;
  error: ReactNode;
  children: ReactNode;
}

/** A secret that is kept cannot be shown: it is kept, replaced or removed. Without a stored secret, only the field is shown. */
export function SecretChoiceField({ label, kept, value, onChange, error, children }: SecretChoiceFieldProps) {
  const id = useId();
  if (kept === undefined) return children;
  return (
    <div className="instance-secret" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        data={[
          { value: 'keep', label: t('keep', { value: kept }) },
          { value: 'new', label: t('new') },
          { value: 'none', label: t('none') },
        ]}
        value={value}
        onChange={(next) => onChange(next)}
      />
      {value === 'keep' && error && (
        <span className="instance-error" role="alert">
          {error}
        </span>
      )}
      {value === 'new' && children}
    </div>
  );
}
