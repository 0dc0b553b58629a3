import { formPart, type FormPart } from '../../../../ui/form/form-part';
import type { ActionDraft } from './draft';
import type { RuleForm } from './rule-form';

export interface ActionFieldsProps {
  form: RuleForm;
  action: ActionDraft;
  at: number;
}

export const partOf = ({ form, action, at }: ActionFieldsProps): FormPart<ActionDraft> =>
  formPart(form, `actions.${at}`, action);

/** Explains what a template with a missing value does. */
export const missingHint = ({ values }: RuleForm): string =>
  values.on_missing === 'reject'
    ? 'If a value is missing, the step fails: add | default: "" where it is optional, or change “When a value is missing” below.'
    : 'Missing values are left empty.';
