import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';

import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { CollapsibleGroup } from '../../../../ui/form/collapsible';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { problemOf } from '../../../../ui/problem';
import { ChannelFields } from './channel-fields';
import { ContentFields } from './content-fields';
import { checkDraft, type PublicationDraft } from './draft';
import type { PublicationForm } from './field-props';
import { MoreFields } from './more-fields';
import { PublicationPreviewPanel } from './preview';
import { ScheduleFields } from './schedule-fields';
import { pointerInForm } from './target-draft';
import { TargetsField } from './targets-field';
import { t } from './texts';
import { usePreview } from './use-preview';

import './composer.css';

export const usePublicationForm = (initialValues: PublicationDraft, onChange?: () => void): PublicationForm =>
  useForm<PublicationDraft>({
    initialValues,
    validate: checkDraft,
    // The fault of an empty or past time is shown on leaving the field.
    validateInputOnBlur: ['schedule.at'],
    ...(onChange ? { onValuesChange: onChange } : {}),
  });

interface ComposerProps {
  form: PublicationForm;
  submit: string;
  onSubmit: (draft: PublicationDraft) => Promise<unknown>;
  isSaving: boolean;
  onCancel: () => void;
  operation: string;
  input: () => Record<string, unknown>;
  above?: ReactNode;
  below?: ReactNode;
}

export function Composer(props: ComposerProps) {
  const { form, submit, onSubmit, isSaving, onCancel, operation, input, above, below } = props;
  const preview = usePreview(form.values);
  const composing = { form, issues: preview.issues };

  const send = async (draft: PublicationDraft) => {
    try {
      await onSubmit(draft);
    } catch (error) {
      for (const issue of problemOf(error)?.errors ?? []) issue.pointer = pointerInForm(issue.pointer, draft.targets);
      throw error;
    }
  };
  return (
    <div className="pub-composer">
      <div className="automation-stack">
        {above}
        <Form
          form={form}
          onSubmit={send}
          submit={submit}
          actions={
            <>
              <CopyAsCode operation={operation} input={input} />
              <Button variant="default" onClick={onCancel}>
                {t('cancel')}
              </Button>
            </>
          }
        >
          <LeaveGuard isDirty={form.isDirty() && !isSaving} />
          <TargetsField {...composing} />
          <ContentFields {...composing} />
          <ScheduleFields {...composing} />
          <CollapsibleGroup>
            <ChannelFields {...composing} />
            <MoreFields {...composing} />
          </CollapsibleGroup>
          {below}
        </Form>
      </div>
      <aside aria-label={t('preview')}>
        <div className="pub-outlook">
          <h2>{t('preview')}</h2>
          <PublicationPreviewPanel of={preview} />
        </div>
      </aside>
    </div>
  );
}
