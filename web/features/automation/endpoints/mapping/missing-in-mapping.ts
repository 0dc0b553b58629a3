import type { Endpoint } from '../labels';
import { faultOf, mappingOf, type MappingDraft } from './draft';
import type { InboundTest } from './use-dry-run';

/** What a mapping that was never saved still lacks. Undefined once a dry run is possible. */
export function missingInMapping(of: Endpoint, draft: MappingDraft, test: InboundTest | undefined): string | undefined {
  if (of.mapping !== null || test?.expected_result !== 'reject') return undefined;
  if (test.reason === 'empty_content')
    return 'The text reads nothing of this sample yet: click on its values to write the message.';
  if (test.reason === 'missing_value') {
    const error = test.stages.find(({ stage }) => stage === 'map')?.error;
    return `${error?.message ?? ''} Click on the values of the sample to write the message.`.trim();
  }
  if (test.reason === 'target_unresolved' && !namesRecipients(draft))
    return 'Choose who gets it, and the message shows here.';
  return undefined;
}

function namesRecipients(draft: MappingDraft): boolean {
  if (draft.targets.length > 0) return true;
  const { targets } = faultOf(draft) === undefined ? mappingOf(draft) : {};
  return Array.isArray(targets) && targets.length > 0;
}
