import { useMutation, useQuery } from '@tanstack/react-query';

import { type DefinedInput, type Inputs, queryClient, useTRPC, useTRPCClient } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Confirm } from '../../../../ui/dialog/dialog';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { toast, toastError } from '../../../../ui/toast/toast';
import { t } from './texts';

interface ReplayManyDialogProps {
  filters: DefinedInput<Inputs['automation']['inbound_requests']['replay_many']>;
  onClose: () => void;
}

export function ReplayManyDialog({ filters, onClose }: ReplayManyDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const preview = useQuery({
    queryKey: [...trpc.automation.inbound_requests.replay_many.mutationKey(), filters],
    queryFn: () => client.automation.inbound_requests.replay_many.mutate({ ...filters, dry_run: true }),
    gcTime: 0,
  });
  const replay = useMutation({
    mutationFn: () => client.automation.inbound_requests.replay_many.mutate({ ...filters, dry_run: false }),
    onSuccess: ({ queued_count: queued, has_more: more }) =>
      toast(t('queued', { count: queued }), more ? { text: t('hasMore') } : {}),
    onError: (error) => toastError(error, t('notReplayed')),
    onSettled: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_requests.pathKey() });
    },
  });
  return (
    <Confirm
      title={t('replayQuestion')}
      action={t('replayThese')}
      isDangerous={false}
      isPending={replay.isPending}
      onConfirm={() => replay.mutate()}
      onClose={onClose}
    >
      <Content query={preview} loading={<Loading rows={1} />}>
        {({ matched_count: count }) => <p>{t('replayHelp', { count })}</p>}
      </Content>
      <CopyAsCode operation="automation_inbound_requests_replay_many" input={filters} />
    </Confirm>
  );
}
