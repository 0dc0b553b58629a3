import type { Inputs } from '../../../../trpc';
import { contentOf, newDraft, type Draft, type SendContent } from '../../messages/composer/draft';
import type { Recipient } from '../../recipients/recipient';
import type { BatchRecipient } from './recipients';

type CreateBatch = Inputs['whatsapp']['batches']['create'];

export interface BatchDraft extends Draft {
  /** As it was pasted: numbers, or a table. */
  recipients: string;
  picked: Recipient[];
  /** Column indexes; empty for detection. */
  number_column: string;
  ref_column: string;
  rate: number | '';
}

export const newBatch = (): BatchDraft => ({
  ...newDraft(),
  recipients: '',
  picked: [],
  number_column: '',
  ref_column: '',
  rate: '',
});

export const batchInput = (
  instanceId: string,
  draft: BatchDraft,
  recipients: BatchRecipient[],
  content: SendContent = contentOf(draft),
): CreateBatch => ({
  instance_id: instanceId,
  content,
  recipients,
  ...(draft.rate === '' ? {} : { rate: draft.rate }),
});
