import { qrPath } from '../../../shared/links/qr';

export const QR_SHAPES = ['squares', 'rounded', 'dots'] as const;
export type QrShape = (typeof QR_SHAPES)[number];

/** Of the corner patterns, which cameras look for first. */
const CORNER = 7;
/** From the middle of an alignment pattern to its edge. */
const ALIGNMENT = 2;
/** The row and column of the timing pattern, on which the first alignment patterns lie. */
const TIMING = 6;
const DOT_RADIUS = 0.46;
const CURVE = 0.5;
/** Of the side, which a picture in the middle covers. The highest error correction restores far more. */
const LOGO_SHARE = 0.24;

/** One SVG path; the unit is a module. */
export function shapePath(matrix: readonly boolean[][], margin: number, shape: QrShape): string {
  if (shape === 'squares') return qrPath(matrix, margin);
  const isDark = (x: number, y: number): boolean => matrix[y]?.[x] ?? false;
  const isPattern = patternsOf(matrix.length);
  return matrix
    .flatMap((row, y) =>
      row.map((isOn, x) => {
        if (!isOn) return '';
        const at = [x + margin, y + margin] as const;
        return shape === 'dots' && !isPattern(x, y) ? dot(at) : roundedModule(at, isDark, [x, y]);
      }),
    )
    .join('');
}

/** Whether a module is of a pattern that cameras find the code by: those stay whole whatever the shape. */
function patternsOf(side: number): (x: number, y: number) => boolean {
  const isCorner = (x: number, y: number): boolean =>
    (x < CORNER && (y < CORNER || y >= side - CORNER)) || (x >= side - CORNER && y < CORNER);
  const centres = alignmentCentres(side);
  const isNear = (at: number): boolean => centres.some((centre) => Math.abs(at - centre) <= ALIGNMENT);
  return (x, y) => isCorner(x, y) || (isNear(x) && isNear(y));
}

/** Rows, and columns, of alignment patterns: ISO/IEC 18004, annex E. */
export function alignmentCentres(side: number): number[] {
  const version = (side - 17) / 4;
  if (version < 2) return [];
  const count = Math.floor(version / 7) + 2;
  const last = side - CORNER;
  const step = version === 32 ? 26 : 2 * Math.ceil((last - TIMING) / (2 * (count - 1)));
  return [TIMING, ...Array.from({ length: count - 1 }, (_, at) => last - step * (count - 2 - at))];
}

type Point = readonly [x: number, y: number];

function dot([x, y]: Point): string {
  const width = 2 * DOT_RADIUS;
  return `M${x + 0.5 - DOT_RADIUS} ${y + 0.5}a${DOT_RADIUS} ${DOT_RADIUS} 0 1 0 ${width} 0a${DOT_RADIUS} ${DOT_RADIUS} 0 1 0-${width} 0z`;
}

const curve = (one: boolean, other: boolean): number => (one || other ? 0 : CURVE);
const arc = (radius: number, dx: number, dy: number): string =>
  radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`;

/** A square whose corners are round where it has no neighbours, so that modules flow into each other. */
function roundedModule([left, top]: Point, isDark: (x: number, y: number) => boolean, [x, y]: Point): string {
  const [up, right, down, before] = [isDark(x, y - 1), isDark(x + 1, y), isDark(x, y + 1), isDark(x - 1, y)];
  const [a, b, c, d] = [curve(before, up), curve(up, right), curve(right, down), curve(down, before)];
  return (
    `M${left + a} ${top}H${left + 1 - b}${arc(b, 1, 1)}V${top + 1 - c}${arc(c, -1, 1)}` +
    `H${left + d}${arc(d, -1, -1)}V${top + a}${arc(a, 1, -1)}z`
  );
}

/** The square in the middle that a picture covers, in modules: as far from all sides. */
export function logoSquare(side: number): { from: number; size: number } {
  const size = 2 * Math.floor((side * LOGO_SHARE) / 2) + 1;
  return { from: (side - size) / 2, size };
}

/** Without the modules that a picture covers. */
export function withHole(matrix: readonly boolean[][]): boolean[][] {
  const { from, size } = logoSquare(matrix.length);
  const isInside = (at: number) => at >= from && at < from + size;
  return matrix.map((row, y) => row.map((isOn, x) => isOn && !(isInside(x) && isInside(y))));
}
