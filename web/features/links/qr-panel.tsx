import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useId, useMemo, useState } from 'react';

import { textOfQr } from '../../../shared/links/qr';
import { Note } from '../../ui/tag';
import { toast } from '../../ui/toast/toast';
import { shortOf } from './labels';
import { drawQr, isReadable, DEFAULT_STYLE, pngOf, svgOfQr, type QrStyle } from './qr';
import { QrLogoField } from './qr-logo-field';
import { QR_SHAPES, type QrShape } from './qr-shapes';
import { saveFile } from './save-file';
import { t } from './texts';

import './links.css';

const MAX_MARGIN = 16;
const SIZES = [256, 512, 1024, 2048];
const SHAPES: Record<QrShape, () => string> = {
  squares: () => t('squares'),
  rounded: () => t('rounded'),
  dots: () => t('dots'),
};

interface QrPanelProps {
  shortUrl: string;
  /** The address is not the link’s yet: it can be looked at, not taken away. */
  isDraft?: boolean;
}

export function QrPanel({ shortUrl, isDraft = false }: QrPanelProps) {
  const id = useId();
  const [look, setLook] = useState<QrStyle>(DEFAULT_STYLE);
  const text = textOfQr(shortUrl);
  const { side, path, logo } = useMemo(() => drawQr(text, look), [text, look]);
  const name = shortOf(shortUrl).replaceAll(/[^\w.-]+/g, '-');
  const canSave = !isDraft && isReadable(look.color);
  const save = async (format: 'svg' | 'png') => {
    const file =
      format === 'svg' ? new Blob([svgOfQr(text, look)], { type: 'image/svg+xml' }) : await pngOf(text, look);
    saveFile(`${name}.${format}`, file);
    toast(t('savedAs', { format: format.toUpperCase() }));
  };

  return (
    <div className="links-qr">
      <svg
        className="links-qr-code"
        viewBox={`0 0 ${side} ${side}`}
        role="img"
        aria-label={t('qrOf', { name: shortOf(shortUrl) })}
        shapeRendering={look.shape === 'squares' ? 'crispEdges' : 'auto'}
      >
        <rect width={side} height={side} fill="#fff" />
        <path d={path} fill={look.color} />
        {logo && <image href={look.logo} x={logo.x} y={logo.y} width={logo.size} height={logo.size} />}
      </svg>
      <div className="links-qr-look">
        {!isDraft && (
          <>
            <span id={`${id}-shape`}>{t('shape')}</span>
            <SegmentedControl
              size="xs"
              aria-labelledby={`${id}-shape`}
              data={QR_SHAPES.map((value) => ({ value, label: SHAPES[value]() }))}
              value={look.shape}
              onChange={(shape) => setLook({ ...look, shape })}
            />
            <span id={`${id}-logo`}>{t('logo')}</span>
            <QrLogoField
              labelId={`${id}-logo`}
              value={look.logo}
              onChange={(value) => setLook({ ...look, logo: value })}
            />
          </>
        )}
        <label htmlFor={`${id}-color`}>{t('color')}</label>
        <span className="links-qr-color">
          <input
            id={`${id}-color`}
            type="color"
            value={look.color}
            onChange={(event) => setLook({ ...look, color: event.currentTarget.value })}
          />
          <span className="mono">{look.color}</span>
        </span>
        <label htmlFor={`${id}-margin`}>{t('margin')}</label>
        <span className="links-qr-color">
          <input
            id={`${id}-margin`}
            type="range"
            min={0}
            max={MAX_MARGIN}
            value={look.margin}
            onChange={(event) => setLook({ ...look, margin: Number(event.currentTarget.value) })}
          />
          <span className="numbers">{look.margin}</span>
        </span>
        {!isDraft && (
          <>
            <label htmlFor={`${id}-size`}>{t('size')}</label>
            <NativeSelect
              id={`${id}-size`}
              size="xs"
              data={SIZES.map((size) => ({ value: String(size), label: t('pixels', { size }) }))}
              value={String(look.size)}
              onChange={(event) => setLook({ ...look, size: Number(event.currentTarget.value) })}
            />
          </>
        )}
      </div>
      {!isReadable(look.color) && <Note tone="warning">{t('tooLight')}</Note>}
      {isDraft ? (
        <div className="dimmed links-small">{t('saveLater')}</div>
      ) : (
        <div className="links-buttons">
          <Button size="xs" variant="default" disabled={!canSave} onClick={() => void save('svg')}>
            {t('saveSvg')}
          </Button>
          <Button size="xs" variant="default" disabled={!canSave} onClick={() => void save('png')}>
            {t('savePng')}
          </Button>
        </div>
      )}
    </div>
  );
}
