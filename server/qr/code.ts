import { contrastOf, MIN_CONTRAST, matrixOf, svgOf } from '../../shared/links/qr';
import type { QrLook } from '../../shared/links/qr-inputs';
import { fieldError, type ApiError } from '../errors';
import { encodePng } from './png';

export interface QrFile {
  type: 'image/svg+xml' | 'image/png';
  body: string | Uint8Array<ArrayBuffer>;
}

/** Throws 422 `unprocessable` for low contrast, or a picture that is too small. */
export function drawQr(text: string, look: QrLook): QrFile {
  checkColors(look);
  const matrix = matrixOf(text, look.error_correction);
  return look.format === 'svg'
    ? { type: 'image/svg+xml', body: svgOf(matrix, look) }
    : { type: 'image/png', body: png(matrix, look) };
}

/** A module is a whole number of pixels, so the border takes the rest. */
function png(matrix: boolean[][], { size, margin, color, background }: QrLook): Uint8Array<ArrayBuffer> {
  const scale = Math.floor(size / (matrix.length + 2 * margin));
  if (scale < 1) {
    const minSize = matrix.length + 2 * margin;
    throw wrong(
      '/size',
      'qr_too_small',
      `Must be at least ${minSize} pixels for this QR code as PNG. You can also use a smaller margin.`,
    );
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

function checkColors({ color, background }: QrLook): void {
  if (contrastOf(color, background === 'transparent' ? 'ffffff' : background) >= MIN_CONTRAST) return;
  const message = `The modules must be darker than the background, with a contrast of at least ${MIN_CONTRAST} to 1.`;
  throw wrong('/color', 'qr_contrast', message);
}

const wrong = (pointer: string, code: string, message: string): ApiError =>
  fieldError('unprocessable', pointer, code, message);
