import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm, Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { clearSecret, storeReturnedSecret, useSecret } from '../../../ui/secret/store';
import { SECRET_LOST } from '../labels';
import { NewWebhookSecret } from '../secrets/new-secret';
import { checkDraft, inputOf, NEW_DRAFT, type WebhookDraft } from './draft';
import { MainFields, MoreFields } from './fields';

import '../webhooks.css';

interface CreateSheetProps {
  onClose: (madeId?: string) => void;
}

export function CreateSheet({ onClose }: CreateSheetProps) {
  const trpc = useTRPC();
  const secret = useSecret();
  const [asks, setAsks] = useState<'secret' | 'draft'>();
  const [madeId, setMadeId] = useState<string>();
  const once = useSendOnce();
  const create = useMutation(trpc.webhooks.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const form = useForm<WebhookDraft>({
    initialValues: NEW_DRAFT,
    validate: (draft) => checkDraft(draft),
    onValuesChange: once.renew,
  });

  const send = async (values: WebhookDraft) => {
    const { secret: value, id } = await create.mutateAsync(inputOf(values));
    create.reset();
    once.renew();
    const isShown = storeReturnedSecret({ label: 'Signing secret', value, ownerId: id });
    if (isShown) setMadeId(id);
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
    if (!isShown) onClose(id);
  };

  // The secret was saved, discarded or cleared after its time: the drawer closes.
  const isOver = madeId !== undefined && secret === undefined;
  const leave = useEffectEvent(() => onClose(madeId));
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);

  const close = () => {
    if (secret) setAsks('secret');
    else if (form.isDirty()) setAsks('draft');
    else onClose();
  };
  return (
    <>
      <Sheet title={secret ? 'Save the signing secret' : 'Create a webhook'} size={720} onClose={close}>
        {secret ? (
          <NewWebhookSecret secret={secret} />
        ) : (
          <Form
            form={form}
            onSubmit={send}
            submit="Create webhook"
            actions={
              <>
                <CopyAsCode operation="webhooks_create" input={() => ({ ...inputOf(form.getValues()) })} />
                <Button variant="default" onClick={close}>
                  Cancel
                </Button>
              </>
            }
          >
            <MainFields form={form} />
            <MoreFields form={form} />
          </Form>
        )}
      </Sheet>
      {asks === 'secret' && secret && (
        <Confirm
          title="Close without saving the secret?"
          action="Close"
          onClose={() => setAsks(undefined)}
          onConfirm={clearSecret}
        >
          You will not see this secret again. {SECRET_LOST}
        </Confirm>
      )}
      {asks === 'draft' && (
        <Confirm
          title="Close without creating the webhook?"
          action="Close"
          onClose={() => setAsks(undefined)}
          onConfirm={() => onClose()}
        >
          What you typed will be lost.
        </Confirm>
      )}
    </>
  );
}
