import { contrastOf, MIN_CONTRAST, matrixOf, qrPath, svgOf } from '../../../shared/links/qr';

export interface QrStyle {
  /** `#rrggbb`. */
  color: string;
  /** White border, in modules. */
  margin: number;
  /** Of the picture, in pixels. */
  size: number;
}

export const DEFAULT_STYLE: QrStyle = { color: '#000000', margin: 4, size: 1024 };

/** As one path; the units are modules. */
export function drawQr(text: string, margin: number): { side: number; path: string } {
  const matrix = matrixOf(text, 'M');
  return { side: matrix.length + 2 * margin, path: qrPath(matrix, margin) };
}

export const svgOfQr = (text: string, { color, margin, size }: QrStyle): string =>
  svgOf(matrixOf(text, 'M'), { size, margin, color: color.slice(1), background: 'ffffff' });

export async function pngOf(text: string, { color, margin, size }: QrStyle): Promise<Blob> {
  const { side, path } = drawQr(text, margin);
  // Whole pixels a module, or its edges blur.
  const scale = Math.max(1, Math.floor(size / side));
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
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('No picture.');
  return blob;
}

/** Whether QR readers can tell the colour from white. */
export const isReadable = (color: string): boolean => contrastOf(color.slice(1), 'ffffff') >= MIN_CONTRAST;
