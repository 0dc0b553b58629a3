import { contrastOf, MIN_CONTRAST, matrixOf, qrPath, svgOf } from '../../../shared/links/qr';

export interface QrStyle {
  /** `#rrggbb`. */
  color: string;
  /** White border, in modules. */
  margin: number;
}

export const DEFAULT_STYLE: QrStyle = { color: '#000000', margin: 4 };
const PNG_SIZE = 1024;

/** As one path; the units are modules. */
export function drawQr(text: string, margin: number): { side: number; path: string } {
  const matrix = matrixOf(text, 'M');
  return { side: matrix.length + 2 * margin, path: qrPath(matrix, margin) };
}

export const svgOfQr = (text: string, { color, margin }: QrStyle): string =>
  svgOf(matrixOf(text, 'M'), { size: PNG_SIZE, margin, color: color.slice(1), background: 'ffffff' });

export async function pngOf(text: string, { color, margin }: QrStyle): Promise<Blob> {
  const { side, path } = drawQr(text, margin);
  // Whole pixels a module, or its edges blur.
  const scale = Math.max(1, Math.floor(PNG_SIZE / side));
  const canvas = document.createElement('canvas');
  canvas.width = side * scale;
  canvas.height = side * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = color;
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- no array
  context.fill(new Path2D(path));
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('No picture.'))), 'image/png'),
  );
}

/** Whether QR readers can tell the colour from white. */
export const isReadable = (color: string): boolean => contrastOf(color.slice(1), 'ffffff') >= MIN_CONTRAST;
