import { encodeQR } from 'qr';

import type { QrLevel, QrLook } from '../../../../shared/link-qr';
import { fieldError, type ApiError } from '../../../errors';
import { encodePng } from './png';

const LEVELS = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const;
/** Below it phones begin to miss codes (WCAG’s formula for contrast). */
const LEAST_CONTRAST = 3;

/** A rendered code. */
export interface QrFile {
  type: 'image/svg+xml' | 'image/png';
  body: string | Uint8Array<ArrayBuffer>;
}

/** Draws a text. Throws 422 `unprocessable` for colours that readers cannot tell apart, and for too small a picture. */
export function drawQr(text: string, look: QrLook): QrFile {
  judgeColors(look);
  const matrix = matrixOf(text, look.ecc);
  return look.format === 'svg'
    ? { type: 'image/svg+xml', body: svg(matrix, look) }
    : { type: 'image/png', body: png(matrix, look) };
}

/** The modules without the border that the library insists on. */
const matrixOf = (text: string, ecc: QrLevel): boolean[][] =>
  encodeQR(text, 'raw', { ecc: LEVELS[ecc], border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));

/** One path of the runs in each row; the units are modules. */
function svg(matrix: boolean[][], { size, margin, color, background }: QrLook): string {
  const side = matrix.length + 2 * margin;
  let path = '';
  for (const [y, row] of matrix.entries()) {
    for (let x = row.indexOf(true); x >= 0;) {
      const gap = row.indexOf(false, x);
      const end = gap < 0 ? row.length : gap;
      path += `M${x + margin} ${y + margin}h${end - x}v1h-${end - x}z`;
      x = row.indexOf(true, end);
    }
  }
  const behind = background === 'transparent' ? '' : `<path fill="#${background}" d="M0 0h${side}v${side}H0z"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges">${behind}<path fill="#${color}" d="${path}"/></svg>`
  );
}

/** Modules are whole pixels, so the border takes what is left over. */
function png(matrix: boolean[][], { size, margin, color, background }: QrLook): Uint8Array<ArrayBuffer> {
  const scale = Math.floor(size / (matrix.length + 2 * margin));
  if (scale < 1) {
    const least = matrix.length + 2 * margin;
    throw wrong('/size', 'qr_too_small', `This code needs at least ${least} pixels as PNG, or a smaller margin.`);
  }

  const start = Math.floor((size - scale * matrix.length) / 2);
  const stride = Math.ceil(size / 8);
  const rows = matrix.map((row, y) => {
    const bits = new Uint8Array(stride);
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue;
      for (let at = start + x * scale; at < start + (x + 1) * scale; at += 1) {
        bits[at >> 3] = (bits[at >> 3] ?? 0) | (0x80 >> (at & 7));
      }
    }
    return { from: start + y * scale, bits };
  });
  const below = { from: start + scale * matrix.length, bits: new Uint8Array(stride) };
  return encodePng({
    size,
    rows: below.from < size ? [...rows, below] : rows,
    colors: [background === 'transparent' ? 'ffffff' : background, color],
    transparent: background === 'transparent',
  });
}

function judgeColors({ color, background }: QrLook): void {
  const dark = luminance(color);
  const light = background === 'transparent' ? 1 : luminance(background);
  if (dark < light && (light + 0.05) / (dark + 0.05) >= LEAST_CONTRAST) return;
  const message = `The modules must be darker than the background, by a contrast of at least ${LEAST_CONTRAST} to 1.`;
  throw wrong('/color', 'qr_contrast', message);
}

/** Relative luminance of RRGGBB, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = Buffer.from(color, 'hex').map((byte) => byte);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const linear = (byte: number): number => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

function wrong(pointer: string, code: string, message: string): ApiError {
  const error = fieldError('unprocessable', pointer, code, message);
  for (const issue of error.details.errors ?? []) issue.in = 'query';
  return error;
}
