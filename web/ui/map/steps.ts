/** As many shades as `map.css` has. */
const SHADES = 4;

/** Where each class of values begins, from 1: `1, 6, 40, 200`. Each is about as many times the one before. */
export function stepsUpTo(max: number): number[] {
  if (max <= SHADES) return Array.from({ length: Math.max(1, Math.floor(max)) }, (_, at) => at + 1);
  const steps = Array.from({ length: SHADES }, (_, at) => rounded(max ** (at / SHADES)));
  return [...new Set(steps)];
}

/** To one digit that is not zero. */
function rounded(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return Math.round(value / power) * power;
}

/** The shade of a value, from 1; the highest class has the darkest. 0 of nothing. */
export function shadeOf(value: number, steps: readonly number[]): number {
  const step = steps.filter((from) => value >= from).length;
  return step === 0 ? 0 : SHADES - steps.length + step;
}
