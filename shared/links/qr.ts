import { encodeQR } from 'qr';

import type { QrLevel, QrLook } from './qr-inputs';

const LEVELS = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const;
/** Below it phones begin to miss codes (WCAG’s formula for contrast). */
export const LEAST_CONTRAST = 3;

/** What a code of a link holds: its scans are told from clicks by the parameter. */
export const textOfQr = (shortUrl: string): string => `${shortUrl}?qr=1`;

/** The modules of a code, without the border that the library insists on. */
export const matrixOf = (text: string, ecc: QrLevel): boolean[][] =>
  encodeQR(text, 'raw', { ecc: LEVELS[ecc], border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));

/** One path of the runs in each row, for SVG; the units are modules. */
export function pathOf(matrix: readonly boolean[][], margin: number): string {
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
    `shape-rendering="crispEdges">${behind}<path fill="#${color}" d="${pathOf(matrix, margin)}"/></svg>`
  );
}

/** How much lighter the lighter colour is, as WCAG 2 defines it: 1 to 21. Colours are RRGGBB. */
export function contrastOf(dark: string, light: string): number {
  return (luminanceOf(light) + 0.05) / (luminanceOf(dark) + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
