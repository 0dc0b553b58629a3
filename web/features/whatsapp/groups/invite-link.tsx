import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { MINUTE_MS } from '../../../../shared/durations';
import { queryClient, useTRPC } from '../../../trpc';
import { CopyButton } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Group } from './labels';
import { t } from './texts';

export function InviteLink({ of, mayWrite }: { of: Group; mayWrite: boolean }) {
  const trpc = useTRPC();
  const [isAsking, setIsAsking] = useState(false);
  const input = { instance_id: of.instance_id, group_id: of.id };
  const query = useQuery(trpc.whatsapp.group_invite_links.get.queryOptions(input, { staleTime: MINUTE_MS }));
  const rotate = useMutation(
    trpc.whatsapp.group_invite_links.rotate.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(trpc.whatsapp.group_invite_links.get.queryKey(input), answer);
        toast(t('linkReplaced'));
      },
      onError: (error) => toastError(error, t('linkNotReplaced')),
      // The link’s change gives the group a new version, without which the next change would be refused.
      onSettled: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.groups.pathKey() });
        setIsAsking(false);
      },
    }),
  );
  return (
    <Card title={t('inviteLink')} actions={<CopyAsCode operation="whatsapp_group_invite_links_get" input={input} />}>
      <Content query={query} what={t('linkNoun')} loading={<Loading shape="text" rows={1} />}>
        {({ invite_link: link }) => (
          <div className="wa-line">
            <span className="mono wa-link">{link}</span>
            <CopyButton text={link} label={t('copyLink')} />
            {mayWrite && (
              <Button size="compact-sm" variant="default" onClick={() => setIsAsking(true)}>
                {t('replace')}
              </Button>
            )}
          </div>
        )}
      </Content>
      {isAsking && (
        <Confirm
          title={t('replaceTitle')}
          action={t('replaceLink')}
          isPending={rotate.isPending}
          onConfirm={() => rotate.mutate(input)}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('replaceHelp')}</p>
          <CopyAsCode operation="whatsapp_group_invite_links_rotate" input={input} />
        </Confirm>
      )}
    </Card>
  );
}
