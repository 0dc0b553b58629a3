import { formatChoices } from '../format';
import { formatBytes } from '../format-bytes';
import { t } from './texts';

/** What may be chosen. */
export interface FileRules {
  /** As the `accept` of an input: `image/png,.csv`; left out, any file. */
  accept?: string | undefined;
  /** The same in words, such as `PNG` and `CSV`. */
  types?: readonly string[] | undefined;
  maxBytes?: number | undefined;
}

type Candidate = Pick<File, 'name' | 'type' | 'size'>;

export function rulesText({ types, maxBytes }: FileRules): string | undefined {
  if (maxBytes === undefined) return types && formatChoices(types);
  return t('typesUpTo', { types: types ? formatChoices(types) : t('anyType'), size: sizeOf(maxBytes) });
}

/** What is wrong with a file, in a sentence. */
export function fileFault(file: Candidate, { accept = '', types = [], maxBytes }: FileRules): string | undefined {
  const { name, size } = file;
  if (!isAccepted(file, accept)) return t('wrongType', { name, types: formatChoices(types) });
  if (size === 0) return t('empty', { name });
  if (maxBytes === undefined || size <= maxBytes) return undefined;
  return t('tooLarge', { name, max: sizeOf(maxBytes) });
}

/** Of a limit, which is a whole number: `256 KiB`. */
const sizeOf = (bytes: number): string => formatBytes(bytes).replace(/[.,]0 /, ' ');

function isAccepted({ name, type }: Candidate, accept: string): boolean {
  if (accept === '') return true;
  return accept.split(',').some((rule) => {
    if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule);
    return rule.endsWith('/*') ? type.startsWith(rule.slice(0, -1)) : type === rule;
  });
}
