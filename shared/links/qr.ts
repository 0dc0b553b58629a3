import { encodeQR } from 'qr';

import type { QrLevel, QrLook } from './qr-inputs';

const LEVELS = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const;
/** Phones often fail below this contrast (WCAG’s formula). */
export const MIN_CONTRAST = 3;

/** The parameter distinguishes scans from clicks. */
export const textOfQr = (shortUrl: string): string => `${shortUrl}?qr=1`;

/** Without the border that the library requires. */
export const matrixOf = (text: string, ecc: QrLevel): boolean[][] =>
  encodeQR(text, 'raw', { ecc: LEVELS[ecc], border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));

/** A single SVG path; the unit is a module. */
export function qrPath(matrix: readonly boolean[][], margin: number): string {
  let path = '';
  for (const [y, row] of matrix.entries()) {
    for (let x = row.indexOf(true); x >= 0;) {
      const gap = row.indexOf(false, x);
      const end = gap < 0 ? row.length : gap;
      path += `M${x + margin} ${y + margin}h${end - x}v1h-${end - x}z`;
      x = row.indexOf(true, end);
    }
  }
  return path;
}

export function svgOf(
  matrix: readonly boolean[][],
  look: Pick<QrLook, 'size' | 'margin' | 'color' | 'background'>,
): string {
  const { size, margin, color, background } = look;
  const side = matrix.length + 2 * margin;
  const behind = background === 'transparent' ? '' : `<path fill="#${background}" d="M0 0h${side}v${side}H0z"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges">${behind}<path fill="#${color}" d="${qrPath(matrix, margin)}"/></svg>`
  );
}

/** Contrast ratio of WCAG 2: 1 to 21. Colours are RRGGBB. */
export function contrastOf(dark: string, light: string): number {
  return (luminanceOf(light) + 0.05) / (luminanceOf(dark) + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
