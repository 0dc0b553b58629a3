const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The `mappings` of a source map (ECMA-426) without positions in the source line that the position before is in. */
export function linesOnly(mappings: string): string {
  let [source, line, column] = [0, 0, 0];
  let kept = { source, line, column };

  const shorten = (generated: string): string => {
    const segments: string[] = [];
    let [at, keptAt] = [0, 0];
    for (const segment of generated.split(',')) {
      const [further = 0, ...original] = numbersIn(segment);
      at += further;
      if (original.length === 0) continue;
      source += original[0] ?? 0;
      line += original[1] ?? 0;
      column += original[2] ?? 0;
      if (segments.length > 0 && source === kept.source && line === kept.line) continue;
      segments.push([at - keptAt, source - kept.source, line - kept.line, column - kept.column].map(textOf).join(''));
      keptAt = at;
      kept = { source, line, column };
    }
    return segments.join(',');
  };
  return mappings.split(';').map(shorten).join(';');
}

/** Base 64 VLQ: five bits a digit, the lowest ones first; the lowest bit of a number is its sign. */
function numbersIn(segment: string): number[] {
  const numbers: number[] = [];
  let [bits, shift] = [0, 0];
  for (const digit of segment) {
    const value = DIGITS.indexOf(digit);
    bits |= (value & 31) << shift;
    shift += 5;
    if (value & 32) continue;
    numbers.push(bits & 1 ? -(bits >> 1) : bits >> 1);
    [bits, shift] = [0, 0];
  }
  return numbers;
}

function textOf(number: number): string {
  let bits = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    text += DIGITS[(bits & 31) | (bits > 31 ? 32 : 0)];
    bits >>= 5;
  } while (bits > 0);
  return text;
}
