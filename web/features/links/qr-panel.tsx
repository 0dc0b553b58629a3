import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';

import { textOfQr } from '../../../shared/links/qr';
import { Note } from '../../ui/tag';
import { toast } from '../../ui/toast/toast';
import { shortOf } from './labels';
import { drawQr, isReadable, DEFAULT_STYLE, pngOf, svgOfQr, type QrStyle } from './qr';
import { saveFile } from './save-file';

import './links.css';

const MAX_MARGIN = 16;

interface QrPanelProps {
  shortUrl: string;
  /** The address is not the link’s yet: it can be looked at, not taken away. */
  isDraft?: boolean;
}

export function QrPanel({ shortUrl, isDraft = false }: QrPanelProps) {
  const id = useId();
  const [look, setLook] = useState<QrStyle>(DEFAULT_STYLE);
  const text = textOfQr(shortUrl);
  const { side, path } = useMemo(() => drawQr(text, look.margin), [text, look.margin]);
  const name = shortOf(shortUrl).replaceAll(/[^\w.-]+/g, '-');
  const canSave = !isDraft && isReadable(look.color);
  const save = async (format: 'svg' | 'png') => {
    const file =
      format === 'svg' ? new Blob([svgOfQr(text, look)], { type: 'image/svg+xml' }) : await pngOf(text, look);
    saveFile(`${name}.${format}`, file);
    toast(`Saved as ${format.toUpperCase()}`);
  };

  return (
    <div className="links-qr">
      <svg
        className="links-qr-code"
        viewBox={`0 0 ${side} ${side}`}
        role="img"
        aria-label={`QR code of ${shortOf(shortUrl)}`}
        shapeRendering="crispEdges"
      >
        <rect width={side} height={side} fill="#fff" />
        <path d={path} fill={look.color} />
      </svg>
      <div className="links-qr-look">
        <label htmlFor={`${id}-color`}>Colour</label>
        <span className="links-qr-color">
          <input
            id={`${id}-color`}
            type="color"
            value={look.color}
            onChange={(event) => setLook({ ...look, color: event.currentTarget.value })}
          />
          <span className="mono">{look.color}</span>
        </span>
        <label htmlFor={`${id}-margin`}>Margin</label>
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
      </div>
      {!isReadable(look.color) && <Note tone="warning">Too light: phones would miss the code.</Note>}
      {isDraft ? (
        <div className="dimmed links-small">It can be saved once the link is made.</div>
      ) : (
        <div className="links-buttons">
          <Button size="xs" variant="default" disabled={!canSave} onClick={() => void save('svg')}>
            Save SVG
          </Button>
          <Button size="xs" variant="default" disabled={!canSave} onClick={() => void save('png')}>
            Save PNG
          </Button>
        </div>
      )}
    </div>
  );
}
