import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient, type Outputs } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { Card } from '../../../ui/page';
import { errorText } from '../../../ui/problem';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { useInstance, useUnsupportedReason } from '../use-instance';
import { t } from './texts';

type Preview = Outputs['whatsapp']['groups']['preview'];

export function JoinGroupSheet({ onClose }: { onClose: (joinedId?: string) => void }) {
  const { id } = useInstance();
  const client = useTRPCClient();
  const lack = useUnsupportedReason()('group.join');
  const [seen, setSeen] = useState<{ invite: string; preview: Preview }>();
  const form = useForm({
    initialValues: { invite: '' },
    validate: { invite: (text) => (text.trim() === '' ? t('pasteLink') : null) },
    // Another link leads to another group.
    onValuesChange: () => setSeen(undefined),
  });
  const input = (invite: string) => ({ instance_id: id, invite: invite.trim() });
  const look = async ({ invite }: { invite: string }) => {
    const preview = await client.whatsapp.groups.preview.query(input(invite));
    setSeen({ invite, preview });
  };
  return (
    <Sheet title={t('joinTitle')} onClose={() => onClose()}>
      {lack !== undefined && <Note tone="warning">{lack}</Note>}
      <Form
        form={form}
        onSubmit={look}
        submit={t('preview')}
        actions={
          <>
            <CopyAsCode operation="whatsapp_groups_preview" input={() => ({ ...input(form.getValues().invite) })} />
            <Button variant="default" onClick={() => onClose()}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <TextInput
          label={t('inviteLink')}
          description={t('inviteHelp')}
          placeholder="https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv"
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('invite')}
        />
      </Form>
      {seen && <Seen of={seen.preview} input={input(seen.invite)} onJoined={onClose} />}
    </Sheet>
  );
}

interface SeenProps {
  of: Preview;
  input: { instance_id: string; invite: string };
  onJoined: (id: string) => void;
}

function Seen({ of, input, onJoined }: SeenProps) {
  const trpc = useTRPC();
  const join = useMutation(
    trpc.whatsapp.groups.join.mutationOptions({
      onSuccess: async ({ id, subject }) => {
        await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.groups.pathKey() });
        toast(t('joined', { name: subject }));
        onJoined(id);
      },
    }),
  );
  return (
    <div className="groups-seen" role="status">
      <Card title={of.subject || t('unnamed')}>
        <div className="wa-lines">
          {of.description !== null && <p className="wa-text">{of.description}</p>}
          <p className="dimmed">
            {of.size === null ? t('sizeUnknown') : t('size', { count: of.size })}{' '}
            {of.join_approval && t('needsApproval')}
          </p>
          {join.error && (
            <Note tone="error" alert>
              {errorText(join.error)}
            </Note>
          )}
          <div className="wa-line">
            <Button size="sm" loading={join.isPending} onClick={() => join.mutate(input)}>
              {t('joinGroup')}
            </Button>
            <CopyAsCode operation="whatsapp_groups_join" input={input} />
          </div>
        </div>
      </Card>
    </div>
  );
}
