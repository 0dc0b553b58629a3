import { Button, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { checkDraft, draftSince, dryRunSummary, inputOf, MODES, type Replay, type ReplayDraft } from './replay-draft';

interface ReplaySheetProps {
  webhookId: string;
  mode?: Replay['mode'];
  since?: string;
  onClose: () => void;
}

export function ReplaySheet({ webhookId, mode, since, onClose }: ReplaySheetProps) {
  const trpc = useTRPC();
  const once = useSendOnce();
  const [found, setFound] = useState<Replay>();
  const { create } = trpc.webhooks.replays;
  const count = useMutation(create.mutationOptions());
  const start = useMutation(create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm<ReplayDraft>({
    initialValues: draftSince(mode, since),
    validate: checkDraft,
    // The edited draft needs a new count.
    onValuesChange: () => {
      once.renew();
      setFound(undefined);
    },
  });
  const { start: startsBy } = form.getValues();
  const isCounted = found !== undefined && (found.count ?? 0) > 0;

  const send = async (draft: ReplayDraft) => {
    const input = inputOf(webhookId, draft);
    if (!isCounted) {
      setFound(await count.mutateAsync({ ...input, dry_run: true }));
      return;
    }
    await start.mutateAsync(input);
    once.renew();
    toast('Replay started');
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.replays.pathKey() });
    onClose();
  };

  return (
    <Sheet title="Replay events" onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={isCounted ? 'Start replay' : 'Count events'}
        actions={
          <>
            <CopyAsCode operation="webhooks_replays_create" input={() => replayInput()} />
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <div className="dimmed">
          Events come with the same webhook-id as before, so a receiver that knows it can skip what it has.
        </div>
        <Select label="Which events" data={[...MODES]} allowDeselect={false} {...form.getInputProps('mode')} />
        <SegmentedControl
          aria-label="Start"
          data={[
            { value: 'time', label: 'Since a time' },
            { value: 'sequence', label: 'After a sequence number' },
          ]}
          {...form.getInputProps('start')}
        />
        {startsBy === 'time' ? (
          <TextInput type="datetime-local" step={1} label="Since" {...form.getInputProps('created_after')} />
        ) : (
          <NumberInput label="After sequence" min={0} allowDecimal={false} {...form.getInputProps('after_sequence')} />
        )}
        <TextInput type="datetime-local" step={1} label="Until (optional)" {...form.getInputProps('created_before')} />
        <TextInput
          label="Types (optional)"
          description="Types or groups, parted by commas: api_key.*, webhook.tested. All of the webhook when empty."
          {...form.getInputProps('event_types')}
        />
        <NumberInput
          label="Deliveries a second"
          min={1}
          max={1000}
          allowDecimal={false}
          {...form.getInputProps('rate_per_second')}
        />
        <div aria-live="polite">
          {found && <Note tone={isCounted ? 'info' : 'neutral'}>{dryRunSummary(found)}</Note>}
        </div>
      </Form>
    </Sheet>
  );

  function replayInput(): Record<string, unknown> {
    const draft = form.getValues();
    // Without a start time the draft is no valid call.
    return Object.keys(checkDraft(draft)).length > 0 ? { webhook_id: webhookId } : { ...inputOf(webhookId, draft) };
  }
}
