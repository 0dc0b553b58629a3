import { issueText } from '../../../../i18n/labels';
import type { Endpoint } from '../labels';
import { faultOf, mappingOf, type MappingDraft } from './draft';
import { t } from './texts';
import type { InboundTest } from './use-dry-run';

/** What a mapping that was never saved still lacks. Undefined once a dry run is possible. */
export function missingInMapping(of: Endpoint, draft: MappingDraft, test: InboundTest | undefined): string | undefined {
  if (of.mapping !== null || test?.expected_result !== 'reject') return undefined;
  if (test.reason === 'empty_content') return t('emptyContent');
  if (test.reason === 'missing_value') {
    const error = test.stages.find(({ stage }) => stage === 'map')?.error;
    return t('missingValue', { error: issueText(error?.message ?? '') }).trim();
  }
  if (test.reason === 'target_unresolved' && !namesRecipients(draft)) return t('noRecipients');
  return undefined;
}

function namesRecipients(draft: MappingDraft): boolean {
  if (draft.targets.length > 0) return true;
  const { targets } = faultOf(draft) === undefined ? mappingOf(draft) : {};
  return Array.isArray(targets) && targets.length > 0;
}
