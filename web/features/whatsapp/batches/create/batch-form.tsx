import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Confirm } from '../../../../ui/dialog/dialog';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { Card } from '../../../../ui/page';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import type { Instance } from '../../frame';
import { checkDraft, contentOf } from '../../messages/composer/draft';
import { useDriver } from '../../use-drivers';
import { durationLabel } from '../labels';
import { t } from '../texts';
import { AudienceFields } from './audience-fields';
import { batchInput, newBatch, type BatchDraft } from './draft';
import { MessageFields } from './message-fields';
import { BatchPreviewCard } from './preview-card';
import { useAudience } from './use-audience';

import '../../messages/messages.css';
import '../batches.css';

/** Of a batch, whatever the driver. */
const LIMIT = 1000;
const MAX_PER_MINUTE = 60_000;
const SENDS: ReadonlySet<Instance['status']> = new Set(['connected', 'reconnecting']);

export function BatchForm({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const once = useSendOnce();
  const [asked, setAsked] = useState<PromiseWithResolvers<boolean>>();
  const max = useDriver(of.driver)?.traits.max_batch_recipients ?? LIMIT;
  const create = useMutation(trpc.whatsapp.batches.create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm<BatchDraft>({
    initialValues: newBatch(),
    onValuesChange: once.renew,
    validate: (draft) => ({ ...checkDraft(draft), ...faultInAudience() }),
  });
  const audience = useAudience(form.values);
  const { recipients } = audience;
  const faultInAudience = () => {
    if (recipients.length === 0) return { recipients: t('addRecipients') };
    return recipients.length > max ? { recipients: t('atMost', { count: max }) } : {};
  };

  const ask = async (): Promise<boolean> => {
    const answer = Promise.withResolvers<boolean>();
    setAsked(answer);
    return answer.promise.finally(() => setAsked(undefined));
  };
  const send = async (draft: BatchDraft) => {
    if (!(await ask())) return;
    const { id } = await create.mutateAsync(batchInput(of.id, draft, recipients));
    once.renew();
    form.reset();
    await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.batches.pathKey() });
    toast(t('batchCreated', { count: recipients.length }));
    await navigate({
      to: '/w/$ws/whatsapp/$instance/batches/$batch',
      params: { ws, instance: of.id, batch: id },
      ignoreBlocker: true,
    });
  };
  const lasting = durationLabel(recipients.length, form.values.rate === '' ? null : form.values.rate);

  return (
    <div className="wa-columns">
      <div className="batch-parts">
        {!SENDS.has(of.status) && (
          <Note tone="warning">
            {t.rich('notConnected', {
              link: (text) => (
                <Link to="/w/$ws/whatsapp/$instance/connection" params={{ ws, instance: of.id }}>
                  {text}
                </Link>
              ),
            })}
          </Note>
        )}
        <Form
          form={form}
          onSubmit={send}
          submit={recipients.length === 0 ? t('send') : t('sendTo', { count: recipients.length })}
          actions={
            <CopyAsCode
              operation="whatsapp_batches_create"
              input={() => ({ ...batchInput(of.id, form.getValues(), recipients) })}
            />
          }
        >
          <LeaveGuard isDirty={form.isDirty()} />
          <Card title={t('recipients')}>
            <div className="wa-fields">
              <AudienceFields form={form} of={audience} max={max} />
            </div>
          </Card>
          <Card title={t('message')}>
            <MessageFields form={form} of={audience} />
          </Card>
          <Card title={t('rate')}>
            <NumberInput
              label={t('maxPerMinute')}
              description={lasting === undefined ? t('rateHelp') : t('takes', { time: lasting })}
              min={1}
              max={MAX_PER_MINUTE}
              allowDecimal={false}
              {...form.getInputProps('rate')}
            />
          </Card>
        </Form>
      </div>
      <div className="batch-outlook">
        <BatchPreviewCard content={contentOf(form.values)} recipients={recipients} />
      </div>
      {asked && (
        <Confirm
          title={t('sendToTitle', { count: recipients.length })}
          action={t('sendTo', { count: recipients.length })}
          isDangerous={false}
          onConfirm={() => asked.resolve(true)}
          onClose={() => asked.resolve(false)}
        >
          <p>{!of.livemode ? t('simulated') : t('sentFrom', { name: of.phone ?? of.name })}</p>
        </Confirm>
      )}
    </div>
  );
}
