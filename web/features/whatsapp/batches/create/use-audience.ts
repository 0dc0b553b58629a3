import { useMemo } from 'react';

import { variablesIn } from '../../../../../shared/whatsapp/variables';
import { contentOf } from '../../messages/composer/draft';
import type { BatchDraft } from './draft';
import {
  collectRecipients,
  numberColumnIn,
  parsePasted,
  refColumnIn,
  type CollectedRecipients,
  type ParsedTable,
} from './recipients';

export interface Audience extends CollectedRecipients {
  reading: ParsedTable;
  number: number;
  ref: number;
  names: string[];
}

/** Computed again only when the recipients change. */
export function useAudience(draft: BatchDraft): Audience {
  const { recipients: pasted, picked, number_column: numberAt, ref_column: refAt } = draft;
  const reading = useMemo(() => parsePasted(pasted), [pasted]);
  const names = variablesIn(contentOf(draft));
  const number = numberAt === '' ? numberColumnIn(reading) : Number(numberAt);
  const ref = refAt === '' ? refColumnIn(reading) : Number(refAt);
  const wanted = names.join(' ');
  const gathered = useMemo(
    () => collectRecipients(reading, { number, ref, picked, names: wanted === '' ? [] : wanted.split(' ') }),
    [reading, number, ref, picked, wanted],
  );
  return { ...gathered, reading, number, ref, names };
}
