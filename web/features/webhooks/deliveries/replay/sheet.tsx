import { Button, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Sheet } from '../../../../ui/dialog/dialog';
import { Form } from '../../../../ui/form/form';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import { checkDraft, draftSince, dryRunSummary, inputOf, modeOptions, type Replay, type ReplayDraft } from './draft';
import { t } from './texts';

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
    toast(t('replayStarted'));
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.replays.pathKey() });
    onClose();
  };

  return (
    <Sheet title={t('replayEvents')} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={t(isCounted ? 'startReplay' : 'countEvents')}
        actions={
          <>
            <CopyAsCode operation="webhooks_replays_create" input={() => replayInput()} />
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        }
      >
        <div className="dimmed">{t('replayHelp')}</div>
        <Select label={t('events')} data={modeOptions()} allowDeselect={false} {...form.getInputProps('mode')} />
        <SegmentedControl
          aria-label={t('start')}
          data={[
            { value: 'time', label: t('sinceTime') },
            { value: 'sequence', label: t('afterSequence') },
          ]}
          {...form.getInputProps('start')}
        />
        {startsBy === 'time' ? (
          <TextInput type="datetime-local" step={1} label={t('since')} {...form.getInputProps('created_after')} />
        ) : (
          <NumberInput label={t('sequence')} min={0} allowDecimal={false} {...form.getInputProps('after_sequence')} />
        )}
        <TextInput type="datetime-local" step={1} label={t('until')} {...form.getInputProps('created_before')} />
        <TextInput label={t('types')} description={t('typesHelp')} {...form.getInputProps('event_types')} />
        <NumberInput
          label={t('rate')}
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
