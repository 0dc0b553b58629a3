import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { InlineCode } from '../../../../ui/code/inline-code';
import { Collapsible, CollapsibleGroup } from '../../../../ui/form/collapsible';
import { Form } from '../../../../ui/form/form';
import { useLeaveGuard } from '../../../../ui/form/use-leave-guard';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Note } from '../../../../ui/tag';
import { useReportCreated } from '../../create/use-report-created';
import { useInstanceList } from '../../use-instances';
import { freeName } from '../free-name';
import { faultsIn, HISTORY_OPTIONS, inputOf, newDraft, sampleOf, type WebDraft } from './draft';

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
              <InlineCode text={notice} />
            </li>
          ))}
        </ul>
      </Note>
      <p>
        Do you write for a business, or do you have an Official Business Account?{' '}
        <Link to="/w/$ws/whatsapp/new" params={{ ws }} search={{ driver: 'cloud' }}>
          Use the Cloud API of Meta
        </Link>
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
  useLeaveGuard(form.isDirty());
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
      submit="Create and show QR code"
      actions={<CopyAsCode operation="whatsapp_instances_create" input={() => sampleOf(form.getValues())} />}
    >
      <Checkbox
        label="I know the risks of an unofficial client"
        description="Switchboard stores who confirmed this, and when."
        {...form.getInputProps('hasAcknowledged', { type: 'checkbox' })}
      />
      <TextInput
        label="Name"
        description="Unique in the workspace."
        maxLength={64}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <CollapsibleGroup>
        <Collapsible
          form={form}
          title="Options"
          hint="Earlier messages, client name, proxy"
          of={['web.', 'proxy.']}
          isSet={false}
        >
          <NativeSelect
            label="Earlier messages to import"
            description="The phone sends them once, when it is linked."
            data={HISTORY_OPTIONS}
            {...form.getInputProps('web.sync_history')}
          />
          <TextInput
            label="Client name"
            description="The operating system in the list of linked devices. Default: Ubuntu. WhatsApp can refuse pairing codes for other names."
            maxLength={50}
            autoComplete="off"
            {...form.getInputProps('web.client_name')}
          />
          <PasswordInput
            label="Proxy"
            description="URL of an HTTP proxy with its credentials. The connection and all files go through it."
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the proxy' }}
            {...form.getInputProps('proxy.url')}
          />
        </Collapsible>
      </CollapsibleGroup>
    </Form>
  );
}
