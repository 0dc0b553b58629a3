import type { InboundError } from '../../../../shared/automation/inbound-request';
import type { FieldIssue } from '../../../../shared/errors';
import type { MissingValue } from '../../templates/types';
import { Refused } from '../refusal';

/** `item` is the index in a split array. */
export interface MissingMappedValue extends MissingValue {
  item: number | null;
}

const messageOf = ({ name, path, item }: MissingMappedValue): string =>
  `The ${item === null ? 'request' : `item ${item} of the request`} has no value for \`${name}\`, which the field \`${path}\` of the mapping names.`;

export const warningOf = (gap: MissingMappedValue): InboundError => ({
  code: 'missing_value',
  message: messageOf(gap),
  path: gap.path,
  line: gap.line,
  col: gap.col,
});

export function refuseMissing(first: MissingMappedValue, gaps: readonly MissingMappedValue[]): Refused {
  const [, ...others]: FieldIssue[] = gaps.map((gap) => ({
    in: 'body',
    pointer: gap.path,
    code: 'missing_value',
    message: messageOf(gap),
  }));
  const names = others.length === 0 ? '' : ` Also missing: ${namesOf(gaps.slice(1))}.`;
  return new Refused('missing_value', {
    message: `${messageOf(first)}${names} Send the value, add the filter \`default\` to the template, or set \`on_missing\` of the endpoint to \`empty\`.`,
    path: first.path,
    line: first.line,
    col: first.col,
    issues: others,
  });
}

export function emptyContent([first]: readonly MissingMappedValue[]): Refused {
  if (!first) return new Refused('empty_content');
  return new Refused('empty_content', {
    message: `The mapping produced no content. ${messageOf(first)}`,
    path: first.path,
  });
}

const MAX_NAMES = 5;

function namesOf(gaps: readonly MissingMappedValue[]): string {
  const names = [...new Set(gaps.map(({ name }) => `\`${name}\``))];
  const rest = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
