export const OPERATORS = [
  'eq',
  'ne',
  'contains',
  'not_contains',
  'gt',
  'gte',
  'lt',
  'lte',
  'blank',
  'present',
  'nil',
  'not_nil',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** `field operator value`, or a condition that is more than that, as it was typed. */
export type Condition = { field: string; operator: Operator; value: string; literal: string } | { source: string };

/** Those that compare with a value. */
const SIGNS = {
  eq: '==',
  ne: '!=',
  contains: 'contains',
  not_contains: 'contains',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};
const WORDS = { blank: '== blank', present: '!= blank', nil: '== nil', not_nil: '!= nil' };

export const needsValue = (operator: Operator): operator is keyof typeof SIGNS => operator in SIGNS;

const PARTS = /^(not\s+)?([A-Za-z_][\w.[\]"-]*)?\s*(==|!=|>=|<=|>|<|contains(?![\w.]))\s*(.*)$/s;
const QUOTED = /^(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")$/s;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

export function parseCondition(source: string): Condition {
  const [, not, field = '', sign = '', rest = ''] = PARTS.exec(source.trim()) ?? [];
  if (sign === '' || (not !== undefined && sign !== 'contains')) return { source };
  const word = rest.trim();
  if (sign === '==' || sign === '!=') {
    if (word === 'blank') return { field, operator: sign === '==' ? 'blank' : 'present', value: '', literal: '' };
    if (word === 'nil' || word === 'null')
      return { field, operator: sign === '==' ? 'nil' : 'not_nil', value: '', literal: '' };
  }
  const value = valueOf(word);
  if (value === undefined) return { source };
  return { field, operator: operatorOf(sign, not !== undefined), value, literal: word };
}

function operatorOf(sign: string, isNot: boolean): Operator {
  if (sign === 'contains') return isNot ? 'not_contains' : 'contains';
  return OPERATORS.find((one) => needsValue(one) && SIGNS[one] === sign) ?? 'eq';
}

/** The text of a literal; undefined for anything else, such as another field. */
function valueOf(literal: string): string | undefined {
  if (literal === '' || NUMBER.test(literal) || literal === 'true' || literal === 'false') return literal;
  const [quoted, single, double] = QUOTED.exec(literal) ?? [];
  return quoted === undefined ? undefined : (single ?? double ?? '').replaceAll(/\\(.)/gs, '$1');
}

/** As the server reads it. What is not complete is not valid, so that it is not lost; empty is left out. */
export function printCondition(condition: Condition): string {
  if ('source' in condition) return condition.source.trim();
  const { field, operator, value, literal } = condition;
  if (!needsValue(operator)) return field === '' ? '' : `${field} ${WORDS[operator]}`;
  if (field === '' && value === '') return '';
  return [operator === 'not_contains' ? 'not' : '', field, SIGNS[operator], literal].filter(Boolean).join(' ');
}

/** How a value is written: a number or a word where the sample has one, else a text. */
export function literalOf(value: string, operator: Operator, sample: unknown): string {
  if (value === '') return '';
  const isPlain =
    operator !== 'contains' &&
    operator !== 'not_contains' &&
    typeof sample !== 'string' &&
    (NUMBER.test(value) || value === 'true' || value === 'false');
  return isPlain ? value : `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

export const conditionsIn = (lines: string): Condition[] =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseCondition);
