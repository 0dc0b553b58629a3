import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { TextArea } from '../../../ui/form/text-area';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import type { Recipient } from '../recipients/recipient';
import { RecipientsField } from '../recipients/recipients-field';
import { useInstance, useUnsupportedReason } from '../use-instance';
import { t } from './texts';

const MAX_PEOPLE = 256;

export function CreateGroupSheet({ onClose }: { onClose: (madeId?: string) => void }) {
  const trpc = useTRPC();
  const { id } = useInstance();
  const lacks = useUnsupportedReason();
  const noGroups = lacks('group.create');
  const noPeople = lacks('group.add_participants');
  const once = useSendOnce();
  const create = useMutation(trpc.whatsapp.groups.create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm({
    initialValues: { subject: '', description: '', participants: [] as Recipient[], join_approval: false },
    validate: { subject: (subject) => (subject.trim() === '' ? t('enterName') : null) },
    onValuesChange: once.renew,
  });
  type Values = typeof form.values;
  const input = ({ subject, description, participants, join_approval: approval }: Values) => ({
    instance_id: id,
    subject: subject.trim(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(participants.length === 0 ? {} : { participants: participants.map(({ to }) => to) }),
    ...(approval ? { join_approval: true } : {}),
  });
  const send = async (values: Values) => {
    const { id: madeId, status, subject } = await create.mutateAsync(input(values));
    await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.groups.pathKey() });
    toast(t(status === 'pending' ? 'creating' : 'created', { name: subject }));
    onClose(madeId);
  };
  return (
    <Sheet title={t('createTitle')} onClose={() => onClose()}>
      {noGroups !== undefined && <Note tone="warning">{noGroups}</Note>}
      <Form
        form={form}
        onSubmit={send}
        submit={t('createGroup')}
        actions={
          <>
            <CopyAsCode operation="whatsapp_groups_create" input={() => input(form.getValues())} />
            <Button variant="default" onClick={() => onClose()}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <TextInput
          label={t('name')}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('subject')}
        />
        <TextArea label={t('description')} maxLength={2048} minRows={2} {...form.getInputProps('description')} />
        <RecipientsField
          label={t('people')}
          description={noPeople ?? t('peopleHelp')}
          kind="people"
          max={MAX_PEOPLE}
          disabled={noPeople !== undefined}
          value={form.values.participants}
          error={form.errors['participants']}
          onChange={(next) => form.setFieldValue('participants', next)}
        />
        <Checkbox
          label={t('joinApproval')}
          description={t('joinApprovalHelp')}
          {...form.getInputProps('join_approval', { type: 'checkbox' })}
        />
      </Form>
    </Sheet>
  );
}
