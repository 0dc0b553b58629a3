import { formPart, type FormPart } from '../../../../ui/form/form-part';
import type { ActionDraft } from './draft';
import type { RuleForm } from './rule-form';
import { useRuleSample } from './sample-context';
import { t } from './texts';

export interface ActionFieldsProps {
  form: RuleForm;
  action: ActionDraft;
  at: number;
}

/** The fields of a step, with what the server says about them. */
export function useActionPart({ form, action, at }: ActionFieldsProps): FormPart<ActionDraft> {
  const { faults } = useRuleSample();
  return formPart(form, `actions.${at}`, action, (name) => {
    const error = form.errors[name] ?? faults[name];
    return error === undefined ? {} : { error };
  });
}

/** For a `TemplateField`: its value, and how text is put into it. */
export const templateProps = (part: FormPart<ActionDraft>, name: 'text' | 'url' | 'until' | 'prompt' | 'system') => ({
  ...part.props(name),
  value: part.value[name],
  onInsert: (next: string) => part.set(name, next),
});

/** Explains what a template with a missing value does. */
export const missingHint = ({ values }: RuleForm): string =>
  t(values.on_missing === 'reject' ? 'missingFails' : 'missingIsEmpty');
