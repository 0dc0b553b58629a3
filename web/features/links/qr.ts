import { contrastOf, MIN_CONTRAST, matrixOf } from '../../../shared/links/qr';
import { pictureOf } from './qr-logo';
import { logoSquare, shapePath, withHole, type QrShape } from './qr-shapes';

export interface QrStyle {
  /** `#rrggbb`. */
  color: string;
  shape: QrShape;
  /** White border, in modules. */
  margin: number;
  /** Of the picture, in pixels. */
  size: number;
  /** A picture in the middle, as a data URL. */
  logo: string | undefined;
}

export const DEFAULT_STYLE: QrStyle = { color: '#000000', shape: 'squares', margin: 4, size: 1024, logo: undefined };

/** Between the picture and the modules, in modules. */
const LOGO_GAP = 0.5;

export interface QrDrawing {
  side: number;
  path: string;
  /** Where the picture is. */
  logo: { x: number; y: number; size: number } | undefined;
}

/** As one path; the units are modules. */
export function drawQr(text: string, { margin, shape, logo }: QrStyle): QrDrawing {
  // What a picture covers is restored by the error correction.
  const whole = matrixOf(text, logo === undefined ? 'M' : 'H');
  const side = whole.length + 2 * margin;
  if (logo === undefined) return { side, path: shapePath(whole, margin, shape), logo: undefined };
  const { from, size } = logoSquare(whole.length);
  const at = margin + from + LOGO_GAP;
  return {
    side,
    path: shapePath(withHole(whole), margin, shape),
    logo: { x: at, y: at, size: size - 2 * LOGO_GAP },
  };
}

export function svgOfQr(text: string, style: QrStyle): string {
  const { side, path, logo } = drawQr(text, style);
  const rendering = style.shape === 'squares' ? ' shape-rendering="crispEdges"' : '';
  const picture =
    logo && `<image href="${style.logo}" x="${logo.x}" y="${logo.y}" width="${logo.size}" height="${logo.size}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${style.size}" height="${style.size}" viewBox="0 0 ${side} ${side}">` +
    `<path fill="#ffffff" d="M0 0h${side}v${side}H0z"/>` +
    `<path fill="${style.color}"${rendering} d="${path}"/>${picture ?? ''}</svg>`
  );
}

export async function pngOf(text: string, style: QrStyle): Promise<Blob> {
  const { side, path, logo } = drawQr(text, style);
  // Whole pixels a module, or its edges blur.
  const scale = Math.max(1, Math.floor(style.size / side));
  const canvas = document.createElement('canvas');
  canvas.width = side * scale;
  canvas.height = side * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.fillStyle = style.color;
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- no array
  context.fill(new Path2D(path));
  if (logo && style.logo !== undefined) {
    context.drawImage(await pictureOf(style.logo), logo.x, logo.y, logo.size, logo.size);
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('No picture.');
  return blob;
}

/** Whether QR readers can tell the colour from white. */
export const isReadable = (color: string): boolean => contrastOf(color.slice(1), 'ffffff') >= MIN_CONTRAST;
