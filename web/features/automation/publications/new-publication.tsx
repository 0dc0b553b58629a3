import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast } from '../../../ui/toast/toast';
import { Composer, usePublicationForm } from './composer/composer';
import { inputOf, NEW_PUBLICATION, type PublicationDraft } from './composer/draft';
import type { PublicationForm } from './composer/field-props';
import { t } from './texts';

const route = getRouteApi('/w/$ws/automation/publications/new');
/** Time of day for a publication on a day chosen in the calendar. */
const MORNING = '09:00';

export function NewPublication() {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { day } = route.useSearch();
  const navigate = useNavigate();
  const once = useSendOnce();
  const create = useMutation(trpc.automation.publications.create.mutationOptions({ trpc: { context: once.context } }));
  const form = usePublicationForm(emptyOn(day), once.renew);

  const send = async (draft: PublicationDraft) => {
    const { id } = await create.mutateAsync(inputOf(draft));
    once.renew();
    await queryClient.invalidateQueries({ queryKey: trpc.automation.publications.pathKey() });
    toast(t(DONE[draft.outcome]));
    await navigate({ to: '/w/$ws/automation/publications/$publication', params: { ws, publication: id } });
  };
  return (
    <Composer
      form={form}
      submit={submitLabel(form.values)}
      onSubmit={send}
      isSaving={create.isPending || create.isSuccess}
      onCancel={() => void navigate({ to: '/w/$ws/automation/publications', params: { ws } })}
      operation="automation_publications_create"
      input={() => ({ ...inputOf(form.getValues()) })}
      below={<OutcomeField form={form} />}
    />
  );
}

const DONE = {
  publish: 'accepted',
  approval: 'approvalRequested',
  draft: 'draftSaved',
} as const satisfies Record<PublicationDraft['outcome'], string>;

const OUTCOMES = ['publish', 'approval', 'draft'] as const satisfies readonly PublicationDraft['outcome'][];

function OutcomeField({ form }: { form: PublicationForm }) {
  return (
    <fieldset className="pub-part">
      <legend>{t('whenDone')}</legend>
      <div className="pub-options">
        {OUTCOMES.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="outcome"
              checked={form.values.outcome === value}
              onChange={() => form.setFieldValue('outcome', value)}
            />
            {t(`outcome_${value}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function submitLabel({ outcome, schedule }: PublicationDraft): string {
  if (outcome === 'draft') return t('submitDraft');
  if (outcome === 'approval') return t('submitApproval');
  return t(schedule.mode === 'now' ? 'submitNow' : 'submitSchedule');
}

const emptyOn = (day: string | undefined): PublicationDraft =>
  day === undefined
    ? NEW_PUBLICATION
    : { ...NEW_PUBLICATION, schedule: { ...NEW_PUBLICATION.schedule, mode: 'at', at: `${day}T${MORNING}` } };
