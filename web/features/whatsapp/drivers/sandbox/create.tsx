import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { toast, toastError } from '../../../../ui/toast/toast';
import { useInstanceList } from '../../use-instances';
import { freeName } from '../free-name';
import { t } from './texts';

export function SandboxCreate() {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const { instances, isLoading } = useInstanceList();
  const [isScanned, setIsScanned] = useState(false);
  const once = useSendOnce();
  const input = {
    name: freeName(
      'sandbox',
      instances.map(({ name }) => name),
    ),
    driver: 'sandbox' as const,
    ...(isScanned ? { sandbox: { require_scan: true } } : {}),
  };
  const create = useMutation(
    trpc.whatsapp.instances.create.mutationOptions({
      trpc: { context: once.context },
      onSuccess: async ({ id, name }) => {
        await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() });
        toast(t('created', { name }));
        await navigate({ to: '/w/$ws/whatsapp/$instance/connection', params: { ws, instance: id } });
      },
      onError: (error) => {
        once.renew();
        toastError(error, t('notCreated'));
      },
    }),
  );
  return (
    <div className="wa-lines">
      <Checkbox
        label={t('scanFirst')}
        description={t('scanFirstHelp')}
        checked={isScanned}
        onChange={(event) => {
          once.renew();
          setIsScanned(event.currentTarget.checked);
        }}
      />
      <div className="wa-line">
        <Button size="sm" disabled={isLoading} loading={create.isPending} onClick={() => create.mutate(input)}>
          {t('createSandbox')}
        </Button>
        <CopyAsCode operation="whatsapp_instances_create" input={input} />
      </div>
    </div>
  );
}
