import { useState, type ReactNode } from 'react';

import type { DefinedInput, Inputs } from '../../../trpc';
import { FileField } from '../../../ui/files/file-field';
import { t } from './texts';

type NewLogo = NonNullable<DefinedInput<Inputs['instance']['branding']['update']>['logo']>;

export type LogoDraft = { kind: 'kept' } | { kind: 'none' } | ({ kind: 'new' } & NewLogo);

/** As the API has it; its module would bring zod. */
const TYPES = ['image/png', 'image/svg+xml', 'image/webp'] as const;
const MAX_BYTES = 256 * 1024;

interface LogoFieldProps {
  current: string | null;
  value: LogoDraft;
  error: ReactNode;
  onChange: (value: LogoDraft) => void;
}

export function LogoField({ current, value, error, onChange }: LogoFieldProps) {
  const [file, setFile] = useState<File>();
  const shown =
    value.kind === 'new' ? `data:${value.type};base64,${value.data}` : value.kind === 'kept' ? current : null;

  const read = async (next: File) => {
    const type = TYPES.find((known) => known === next.type);
    if (type === undefined) return;
    setFile(next);
    onChange({ kind: 'new', type, data: base64Of(new Uint8Array(await next.arrayBuffer())) });
  };

  return (
    <div className="branding-field">
      <FileField
        label={t('logo')}
        description={t('logoHelp')}
        accept={TYPES.join(',')}
        types={['PNG', 'SVG', 'WebP']}
        maxBytes={MAX_BYTES}
        chosen={value.kind === 'new' ? file : shown === null ? undefined : { name: t('currentLogo') }}
        error={error}
        onChoose={(next) => void read(next)}
        onRemove={() => onChange({ kind: current === null ? 'kept' : 'none' })}
      />
      {shown !== null && (
        <div className="branding-previews">
          <div className="branding-ground" data-scheme="light">
            <img src={shown} alt={t('onLight')} />
          </div>
          <div className="branding-ground" data-scheme="dark">
            <img src={shown} alt={t('onDark')} />
          </div>
        </div>
      )}
    </div>
  );
}

/** `Uint8Array.toBase64` is younger than the browsers that the console supports. */
const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
