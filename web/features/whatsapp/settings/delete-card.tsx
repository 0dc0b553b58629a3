import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { Card } from '../../../ui/page';
import { errorText } from '../../../ui/problem';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import type { Instance } from '../labels';
import { formatOpenCount } from '../open-messages';

export function DeleteCard({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const input = { instance_id: of.id };
  const remove = useMutation(
    trpc.whatsapp.instances.delete.mutationOptions({
      onSuccess: async () => {
        toast(`${of.name} is deleted`);
        await navigate({ to: '/w/$ws/whatsapp', params: { ws } });
        queryClient.removeQueries({ queryKey: trpc.whatsapp.instances.get.queryKey(input) });
        await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.list.pathKey() });
      },
    }),
  );
  const { queued } = of.health;
  return (
    <Card title="Delete instance">
      <div className="wa-lines">
        <p>
          Its credentials are wiped, and messages that wait for it fail. Its messages can be found for thirty days by
          the search over all messages.
        </p>
        <div className="wa-line">
          <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
            Delete instance
          </Button>
        </div>
      </div>
      {isAsking && (
        <Confirm
          title={`Delete “${of.name}”?`}
          action="Delete instance"
          typed={of.name}
          isPending={remove.isPending}
          error={
            remove.error && (
              <Note tone="error" alert>
                {errorText(remove.error)}
              </Note>
            )
          }
          onConfirm={() => remove.mutate(input)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {queued > 0 ? `${formatOpenCount(queued, 'message that waits fails', 'messages that wait fail')}. ` : ''}
            It sends and receives nothing more. This cannot be undone.
          </p>
          <CopyAsCode operation="whatsapp_instances_delete" input={input} />
        </Confirm>
      )}
    </Card>
  );
}
