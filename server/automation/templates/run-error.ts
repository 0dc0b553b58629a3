import type { RuleRunError } from '../../../shared/automation/rule-run';
import type { TemplateFailure } from './types';

export const runErrorOf = ({ code, message, path, line, col }: TemplateFailure): RuleRunError => ({
  code,
  message: line === null ? message : `${message} (line ${line}${col === null ? '' : `, column ${col}`})`,
  path,
});
