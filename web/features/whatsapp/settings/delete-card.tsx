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
import { formatOpen, isCutOff } from '../open-messages';
import { t } from './texts';

export function DeleteCard({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const input = { instance_id: of.id };
  const remove = useMutation(
    trpc.whatsapp.instances.delete.mutationOptions({
      onSuccess: async () => {
        toast(t('deleted', { name: of.name }));
        await navigate({ to: '/w/$ws/whatsapp/instances', params: { ws } });
        queryClient.removeQueries({ queryKey: trpc.whatsapp.instances.get.queryKey(input) });
        await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.list.pathKey() });
      },
    }),
  );
  const { queued } = of.health;
  return (
    <Card title={t('deleteInstance')}>
      <div className="wa-lines">
        <p>{t('deleteHelp')}</p>
        <div className="wa-line">
          <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
            {t('deleteInstance')}
          </Button>
        </div>
      </div>
      {isAsking && (
        <Confirm
          title={t('deleteTitle', { name: of.name })}
          action={t('deleteInstance')}
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
            {queued > 0 &&
              (isCutOff(queued)
                ? t('queuedFailMany', { count: formatOpen(queued) })
                : t('queuedFail', { count: queued }))}{' '}
            {t('deleteFinal')}
          </p>
          <CopyAsCode operation="whatsapp_instances_delete" input={input} />
        </Confirm>
      )}
    </Card>
  );
}
