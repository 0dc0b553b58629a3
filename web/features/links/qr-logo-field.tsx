import { Button } from '@mantine/core';
import { useState } from 'react';

import { brand } from '../../ui/brand';
import { FileField } from '../../ui/files/file-field';
import { embeddedLogo, logoOfFile } from './qr-logo';
import { t } from './texts';

interface QrLogoFieldProps {
  labelId: string;
  value: string | undefined;
  onChange: (logo: string | undefined) => void;
}

/** A picture in the middle of a QR code: the logo of the instance, or one that never leaves the browser. */
export function QrLogoField({ labelId, value, onChange }: QrLogoFieldProps) {
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [name, setName] = useState<string>();
  const use = (loading: Promise<string>, from: string) => {
    setIsUnreadable(false);
    setName(from);
    void loading.then(onChange, () => setIsUnreadable(true));
  };

  return (
    <div className="links-qr-logo" role="group" aria-labelledby={labelId}>
      <FileField
        label={t('logo')}
        isLabelHidden
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        types={['PNG', 'JPEG', 'WebP', 'SVG']}
        chosen={value === undefined ? undefined : { name: name ?? t('logo') }}
        preview={<img src={value} alt="" />}
        error={isUnreadable && t('noPicture')}
        onChoose={(file) => use(logoOfFile(file), file.name)}
        onRemove={() => {
          setIsUnreadable(false);
          onChange(undefined);
        }}
      />
      {value === undefined && brand.hasLogo && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => use(embeddedLogo(brand.logo), t('logoOf', { name: brand.name }))}
        >
          {t('useInstanceLogo', { name: brand.name })}
        </Button>
      )}
    </div>
  );
}
