import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast } from '../../../ui/toast/toast';
import { Composer, usePublicationForm } from './composer/composer';
import { inputOf, NEW_PUBLICATION, type PublicationDraft } from './composer/draft';
import type { PublicationForm } from './composer/field-props';

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
    toast(DONE[draft.outcome]);
    await navigate({ to: '/w/$ws/automation/publications/$publication', params: { ws, publication: id } });
  };
  return (
    <Composer
      form={form}
      submit={submitWords(form.values)}
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
  publish: 'Publication accepted',
  approval: 'Approval asked for',
  draft: 'Draft saved',
} satisfies Record<PublicationDraft['outcome'], string>;

const OUTCOMES = [
  { value: 'publish', label: 'Publish' },
  { value: 'approval', label: 'Ask for approval first' },
  { value: 'draft', label: 'Keep it as a draft' },
] as const satisfies readonly { value: PublicationDraft['outcome']; label: string }[];

function OutcomeField({ form }: { form: PublicationForm }) {
  return (
    <fieldset className="pub-part">
      <legend>Then</legend>
      <div className="pub-options">
        {OUTCOMES.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="outcome"
              checked={form.values.outcome === value}
              onChange={() => form.setFieldValue('outcome', value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function submitWords({ outcome, schedule }: PublicationDraft): string {
  if (outcome === 'draft') return 'Save draft';
  if (outcome === 'approval') return 'Ask for approval';
  return schedule.mode === 'now' ? 'Publish now' : 'Schedule';
}

const emptyOn = (day: string | undefined): PublicationDraft =>
  day === undefined
    ? NEW_PUBLICATION
    : { ...NEW_PUBLICATION, schedule: { ...NEW_PUBLICATION.schedule, mode: 'at', at: `${day}T${MORNING}` } };
