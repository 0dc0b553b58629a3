import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm, Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { DiscardDialog } from '../../../ui/form/leave-guard';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { clearSecret, storeReturnedSecret, useSecret } from '../../../ui/secret/store';
import { NewWebhookSecret } from '../secrets/new-secret';
import { checkDraft, inputOf, NEW_DRAFT, type WebhookDraft } from './draft';
import { MainFields, MoreFields } from './fields';
import { t } from './texts';

import '../webhooks.css';

interface CreateSheetProps {
  onClose: (createdId?: string) => void;
}

export function CreateSheet({ onClose }: CreateSheetProps) {
  const trpc = useTRPC();
  const secret = useSecret();
  const [asks, setAsks] = useState<'secret' | 'draft'>();
  const [createdId, setCreatedId] = useState<string>();
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
    const isShown = storeReturnedSecret({ label: t('signingSecret'), value, ownerId: id });
    if (isShown) setCreatedId(id);
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
    if (!isShown) onClose(id);
  };

  // The secret was saved, discarded or cleared after its time: the drawer closes.
  const isOver = createdId !== undefined && secret === undefined;
  const leave = useEffectEvent(() => onClose(createdId));
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
      <Sheet title={t(secret ? 'saveSecret' : 'createTitle')} size={720} onClose={close}>
        {secret ? (
          <NewWebhookSecret secret={secret} />
        ) : (
          <Form
            form={form}
            onSubmit={send}
            submit={t('createWebhook')}
            actions={
              <>
                <CopyAsCode operation="webhooks_create" input={() => ({ ...inputOf(form.getValues()) })} />
                <Button variant="default" onClick={close}>
                  {t('cancel')}
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
          title={t('closeUnsaved')}
          action={t('close')}
          onClose={() => setAsks(undefined)}
          onConfirm={clearSecret}
        >
          {t('notShownAgain')}
        </Confirm>
      )}
      {asks === 'draft' && <DiscardDialog onKeep={() => setAsks(undefined)} onDiscard={() => onClose()} />}
    </>
  );
}
