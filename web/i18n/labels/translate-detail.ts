import { DETAILS, VALIDATION } from './details.pt-BR';

/** Their titles do not say what happened; without a translation, the English detail says more. */
const GENERAL: ReadonlySet<string> = new Set([
  'conflict',
  'grant_exceeds_caller',
  'invalid_state',
  'related_not_found',
  'unprocessable',
  'unsupported_by_driver',
  'upstream_error',
  'validation_failed',
]);

/** In Portuguese; undefined where the title of the code says enough. */
export function translateDetail(english: string, code?: string): string | undefined {
  return translate(english) ?? (code === undefined || GENERAL.has(code) ? english : undefined);
}

function translate(english: string): string | undefined {
  const known = DETAILS[english];
  if (known !== undefined) return known;

  // “`schedule_at` must be in the future.”
  const [, field, rest] = /^(`[^`]+`) must (.+)$/s.exec(english) ?? [];
  const rule = rest === undefined ? undefined : translate(`Must ${rest}`);
  if (rule !== undefined) return `${field}: ${rule.charAt(0).toLowerCase()}${rule.slice(1)}`;

  const [, message, line, column] = /^(.+) \(line (\d+)(?:, column (\d+))?\)$/s.exec(english) ?? [];
  if (message !== undefined) {
    const place = column === undefined ? `linha ${line}` : `linha ${line}, coluna ${column}`;
    return `${translate(message) ?? message} (${place})`;
  }

  for (const [pattern, portuguese] of patterns()) {
    const found = pattern.exec(english);
    if (found) return portuguese.replaceAll(/\{([ab])\}/g, (_, name: string) => found.groups?.[name] ?? '');
  }
  return undefined;
}

let compiled: [RegExp, string][] | undefined;
const patterns = (): [RegExp, string][] =>
  (compiled ??= Object.entries({ ...DETAILS, ...VALIDATION })
    .filter(([english]) => english.includes('{a}') || english in VALIDATION)
    .map(([english, portuguese]) => [patternOf(english), portuguese]));

const patternOf = (english: string): RegExp => {
  const source = english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{([ab])\}/g, '(?<$1>.+?)');
  return new RegExp(`^${source}$`, 's');
};
