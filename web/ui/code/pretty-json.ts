/**
 * JSON with a line for each value; undefined for a text that is no JSON. Only the space between values changes: parsed
 * and printed again, long numbers would lose digits.
 */
export function prettyJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  let depth = 0;
  let printed = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  const tokens = text.match(TOKENS) ?? [];
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      depth += 1;
      printed += token + (next === CLOSING[token] ? '' : line());
    } else if (token === '}' || token === ']') {
      depth -= 1;
      printed += (OPENING[token] === tokens[index - 1] ? '' : line()) + token;
    } else {
      printed += token === ',' ? `,${line()}` : token === ':' ? ': ' : token;
    }
  });
  return printed;
}

const CLOSING: Record<string, string> = { '{': '}', '[': ']' };
const OPENING: Record<string, string> = { '}': '{', ']': '[' };
/** Strings, numbers and words, and single signs; space between them is left out. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
