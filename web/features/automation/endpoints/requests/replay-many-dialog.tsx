import { useMutation, useQuery } from '@tanstack/react-query';

import { type DefinedInput, type Inputs, queryClient, useTRPC, useTRPCClient } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Confirm } from '../../../../ui/dialog/dialog';
import { formatCount } from '../../../../ui/format';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { toast, toastError } from '../../../../ui/toast/toast';

interface ReplayManyDialogProps {
  filters: DefinedInput<Inputs['automation']['inbound_requests']['replay_many']>;
  onClose: () => void;
}

export function ReplayManyDialog({ filters, onClose }: ReplayManyDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const count = useQuery({
    queryKey: [...trpc.automation.inbound_requests.replay_many.mutationKey(), filters],
    queryFn: () => client.automation.inbound_requests.replay_many.mutate({ ...filters, dry_run: true }),
    gcTime: 0,
  });
  const replay = useMutation({
    mutationFn: () => client.automation.inbound_requests.replay_many.mutate({ ...filters, dry_run: false }),
    onSuccess: ({ queued_count: queued, has_more: more }) =>
      toast(
        `${formatCount(queued, 'request')} queued`,
        more ? { text: 'There are more: replay again when these are done.' } : {},
      ),
    onError: (error) => toastError(error, 'Nothing was replayed'),
    onSettled: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_requests.pathKey() });
    },
  });
  return (
    <Confirm
      title="Replay these requests?"
      action="Replay requests"
      isDangerous={false}
      isPending={replay.isPending}
      onConfirm={() => replay.mutate()}
      onClose={onClose}
    >
      <Content query={count} loading={<Loading rows={1} />}>
        {({ matched_count: matched }) => (
          <p>
            {formatCount(matched, 'request')}, oldest first, with the mapping of now; those that were replayed before
            are left out. What was published before is published once more.
          </p>
        )}
      </Content>
      <CopyAsCode operation="automation_inbound_requests_replay_many" input={filters} />
    </Confirm>
  );
}
