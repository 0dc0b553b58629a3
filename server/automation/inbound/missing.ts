import type { InboundError } from '../../../shared/automation/inbound-request';
import type { FieldIssue } from '../../../shared/errors';
import type { MissingValue } from '../templates/types';
import { Refused } from './refused';

/** What a mapping did not find; `item` is the place of the item in an array that is split. */
export interface MappingGap extends MissingValue {
  item: number | null;
}

const messageOf = ({ name, path, item }: MappingGap): string =>
  `The ${item === null ? 'request' : `item ${item} of the request`} has no value for \`${name}\`, which the field \`${path}\` of the mapping names.`;

/** A value that was left empty, as a dry run warns of it. */
export const warningOf = (gap: MappingGap): InboundError => ({
  code: 'missing_value',
  message: messageOf(gap),
  path: gap.path,
  line: gap.line,
  col: gap.col,
});

/** The refusal for the first of the missing values; its issues name all of them. */
export function refusedGaps(first: MappingGap, gaps: readonly MappingGap[]): Refused {
  const [, ...others]: FieldIssue[] = gaps.map((gap) => ({
    in: 'body',
    pointer: gap.path,
    code: 'missing_value',
    message: messageOf(gap),
  }));
  const names = others.length === 0 ? '' : ` Also missing: ${namesOf(gaps.slice(1))}.`;
  return new Refused('missing_value', {
    message: `${messageOf(first)}${names} Send the value, or add the filter \`default\` to the template.`,
    path: first.path,
    line: first.line,
    col: first.col,
    issues: others,
  });
}

/** The refusal of a publication without content, which names the first value that was left empty. */
export function emptyContent([first]: readonly MappingGap[]): Refused {
  if (!first) return new Refused('empty_content');
  return new Refused('empty_content', {
    message: `The mapping produced no content. ${messageOf(first)}`,
    path: first.path,
  });
}

const MAX_NAMES = 5;

function namesOf(gaps: readonly MappingGap[]): string {
  const names = [...new Set(gaps.map(({ name }) => `\`${name}\``))];
  const rest = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
