import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { labelOf } from '../../../../i18n/labels';
import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { InlineCode } from '../../../../ui/code/inline-code';
import { Collapsible, CollapsibleGroup } from '../../../../ui/form/collapsible';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Note } from '../../../../ui/tag';
import { useReportCreated } from '../../create/use-report-created';
import { useInstanceList } from '../../use-instances';
import { freeName } from '../free-name';
import { faultsIn, historyOptions, inputOf, newDraft, sampleOf, type WebDraft } from './draft';
import { t } from './texts';

interface RiskStepProps {
  notices: readonly string[];
  onMade: (id: string) => void;
}

export function RiskStep({ notices, onMade }: RiskStepProps) {
  const { id: ws } = useWorkspace();
  const { instances, isLoading } = useInstanceList();
  return (
    <div className="wa-lines">
      <Note tone="warning">
        <ul className="wa-notices">
          {notices.map((notice) => (
            <li key={notice}>
              <InlineCode text={labelOf('driverTexts', notice, notice)} />
            </li>
          ))}
        </ul>
      </Note>
      <p>
        {t.rich('cloudInstead', {
          link: (text) => (
            <Link to="/w/$ws/whatsapp/new" params={{ ws }} search={{ driver: 'cloud' }}>
              {text}
            </Link>
          ),
        })}
      </p>
      {isLoading ? (
        <Loading shape="form" />
      ) : (
        <CreateForm
          name={freeName(
            'phone',
            instances.map(({ name }) => name),
          )}
          onMade={onMade}
        />
      )}
    </div>
  );
}

function CreateForm({ name, onMade }: { name: string } & Pick<RiskStepProps, 'onMade'>) {
  const trpc = useTRPC();
  const once = useSendOnce();
  const create = useMutation(
    trpc.whatsapp.instances.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }),
  );
  const form = useForm<WebDraft>({ initialValues: newDraft(name), validate: faultsIn, onValuesChange: once.renew });
  const reportCreated = useReportCreated(onMade);

  const send = async (draft: WebDraft) => {
    const { id } = await create.mutateAsync(inputOf(draft));
    create.reset();
    form.reset();
    await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() });
    reportCreated(id);
  };
  return (
    <Form
      form={form}
      onSubmit={send}
      submit={t('createAndShow')}
      actions={<CopyAsCode operation="whatsapp_instances_create" input={() => sampleOf(form.getValues())} />}
    >
      <LeaveGuard isDirty={form.isDirty()} />
      <Checkbox
        label={t('acknowledge')}
        description={t('acknowledgeHelp')}
        {...form.getInputProps('hasAcknowledged', { type: 'checkbox' })}
      />
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        maxLength={64}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <CollapsibleGroup>
        <Collapsible form={form} title={t('options')} hint={t('optionsHint')} of={['web.', 'proxy.']} isSet={false}>
          <NativeSelect
            label={t('importHistory')}
            description={t('importHistoryHelp')}
            data={historyOptions()}
            {...form.getInputProps('web.sync_history')}
          />
          <TextInput
            label={t('clientName')}
            description={t('clientNameHelp')}
            maxLength={50}
            autoComplete="off"
            {...form.getInputProps('web.client_name')}
          />
          <PasswordInput
            label={t('proxy')}
            description={t('proxyHelp')}
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            visibilityToggleButtonProps={{ 'aria-label': t('toggleProxy') }}
            {...form.getInputProps('proxy.url')}
          />
        </Collapsible>
      </CollapsibleGroup>
    </Form>
  );
}
