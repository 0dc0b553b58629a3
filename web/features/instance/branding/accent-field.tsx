import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

import { accentShades } from '../../../../shared/access/accent';
import { t } from './texts';

/** What the console has without an accent of its own: see `tokens.css`. */
const DEFAULT = '#0b6b66';

export const isColour = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

interface AccentFieldProps {
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

export function AccentField({ value, onChange, error, ...field }: AccentFieldProps) {
  return (
    <div className="branding-field">
      <TextInput
        label={t('accent')}
        description={t('accentHelp')}
        placeholder={DEFAULT}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        leftSectionPointerEvents="all"
        leftSectionWidth={44}
        leftSection={
          <input
            type="color"
            className="branding-colour"
            aria-label={t('pickAccent')}
            value={isColour(value) ? value.toLowerCase() : DEFAULT}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
        {...field}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      {isColour(value) && <Preview accent={value.toLowerCase()} />}
    </div>
  );
}

function Preview({ accent }: { accent: string }) {
  const { light, dark } = accentShades(accent);
  const adjusted =
    light !== accent && dark !== accent ? 'adjustedBoth' : light !== accent ? 'adjustedLight' : 'adjustedDark';
  return (
    <>
      <div className="branding-previews">
        <Sample scheme="light" shade={light} label={t('lightTheme', { shade: light })} />
        <Sample scheme="dark" shade={dark} label={t('darkTheme', { shade: dark })} />
      </div>
      {(light !== accent || dark !== accent) && (
        <div className="dimmed branding-note" role="status">
          {t(adjusted)}
        </div>
      )}
    </>
  );
}

function Sample({ scheme, shade, label }: { scheme: 'light' | 'dark'; shade: string; label: string }) {
  return (
    <div className="branding-ground" data-scheme={scheme}>
      <span className="branding-button" style={{ background: shade }}>
        {t('sample')}
      </span>
      <span style={{ color: shade }}>{label}</span>
    </div>
  );
}
