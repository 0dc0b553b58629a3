import { fieldsOf, type FieldOption } from '../../conditions/field-options';
import type { RuleActionType } from '../labels';

/** What later steps read of a step. */
const OUTPUTS: Record<RuleActionType, readonly string[]> = {
  reply: ['message_id'],
  publish: ['publication_id'],
  create_link: ['short_url', 'link_id'],
  webhook: ['event_id'],
  delay: [],
  ai_complete: ['text'],
  ai_transcribe: ['text'],
};

export const outputFields = (types: readonly RuleActionType[], outputs: readonly unknown[]): FieldOption[] =>
  types.flatMap((type, at) => {
    const known = fieldsOf(`steps[${at}]`, outputs[at]);
    if (known.length > 0) return known;
    return OUTPUTS[type].map((name) => ({ path: `steps[${at}].${name}`, value: null, shown: '' }));
  });
