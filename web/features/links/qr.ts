import { encode } from 'uqr';

export interface QrLook {
  /** `#rrggbb`. */
  color: string;
  /** White border, in modules. */
  margin: number;
}

export const PLAIN_LOOK: QrLook = { color: '#000000', margin: 4 };
/** Below it phones begin to miss codes. */
const LEAST_CONTRAST = 3;
const PNG_SIZE = 1024;

/** What a code of a link says: its scans are told from clicks by the parameter. */
export const textOfQr = (shortUrl: string): string => `${shortUrl}?qr=1`;

/** One path of the runs in each row; the units are modules. */
export function drawQr(text: string, margin: number): { side: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = row.indexOf(true); x >= 0;) {
      const gap = row.indexOf(false, x);
      const end = gap < 0 ? row.length : gap;
      path += `M${x + margin} ${y + margin}h${end - x}v1h-${end - x}z`;
      x = row.indexOf(true, end);
    }
  }
  return { side: size + 2 * margin, path };
}

export function svgOf(text: string, { color, margin }: QrLook): string {
  const { side, path } = drawQr(text, margin);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${PNG_SIZE}" height="${PNG_SIZE}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}" fill="${color}"/></svg>\n`;
}

export async function pngOf(text: string, { color, margin }: QrLook): Promise<Blob> {
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

/** Whether readers tell the colour from white (WCAG’s formula for contrast). */
export const isReadable = (color: string): boolean => 1.05 / (luminanceOf(color) + 0.05) >= LEAST_CONTRAST;

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
