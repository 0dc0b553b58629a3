import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Confirm } from '../../../../ui/dialog/dialog';
import { Form } from '../../../../ui/form/form';
import { useLeaveGuard } from '../../../../ui/form/use-leave-guard';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { formatCount } from '../../../../ui/format';
import { Card } from '../../../../ui/page';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import type { Instance } from '../../frame';
import { checkDraft, contentOf } from '../../messages/composer/draft';
import { useDriver } from '../../use-drivers';
import { durationLabel } from '../labels';
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
    if (recipients.length === 0) return { recipients: 'Who gets it?' };
    return recipients.length > max ? { recipients: `At most ${formatCount(max, 'recipient')} at a time.` } : {};
  };
  useLeaveGuard(form.isDirty());

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
    toast(`The batch to ${formatCount(recipients.length, 'recipient')} is taken in`);
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
            The instance is not connected, so nothing can be sent.{' '}
            <Link to="/w/$ws/whatsapp/$instance/connection" params={{ ws, instance: of.id }}>
              Connect it
            </Link>
          </Note>
        )}
        <Form
          form={form}
          onSubmit={send}
          submit={recipients.length === 0 ? 'Send' : `Send to ${formatCount(recipients.length, 'recipient')}`}
          actions={
            <CopyAsCode
              operation="whatsapp_batches_create"
              input={() => ({ ...batchInput(of.id, form.getValues(), recipients) })}
            />
          }
        >
          <Card title="Who gets it">
            <div className="wa-fields">
              <AudienceFields form={form} of={audience} max={max} />
            </div>
          </Card>
          <Card title="What it says">
            <MessageFields form={form} of={audience} />
          </Card>
          <Card title="How fast">
            <NumberInput
              label="Messages a minute, at most"
              description={
                lasting === undefined
                  ? 'Empty for the pace of the instance. Other messages go out before those of a batch.'
                  : `It takes ${lasting}.`
              }
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
          title={`Send to ${formatCount(recipients.length, 'recipient')}?`}
          action={`Send to ${formatCount(recipients.length, 'recipient')}`}
          isDangerous={false}
          onConfirm={() => asked.resolve(true)}
          onClose={() => asked.resolve(false)}
        >
          <p>
            {!of.livemode
              ? 'They are simulated: nothing leaves this server.'
              : `It goes out from ${of.phone ?? of.name}. What has been sent cannot be taken back; what waits can be paused or canceled.`}
          </p>
        </Confirm>
      )}
    </div>
  );
}
