import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { toastError } from '../../../ui/toast/toast';
import { useInstance, useUnsupportedReason } from '../use-instance';
import type { Contact } from './labels';
import { t } from './texts';

export function ProfileLookUp({ of }: { of: Contact }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { status } = useInstance();
  const lack = useUnsupportedReason()('contact.picture');
  const [profile, setProfile] = useState<string>();
  const input = { instance_id: of.instance_id, contact_id: of.id };
  const look = useMutation({
    mutationFn: () =>
      Promise.all([client.whatsapp.contacts.get_picture.query(input), client.whatsapp.contacts.get_about.query(input)]),
    onSuccess: ([{ url }, { about }]) => {
      setProfile(
        [
          about === null ? t('noAbout') : t('aboutText', { about }),
          url === null ? t('noPicture') : t('hasPicture'),
        ].join(' '),
      );
      return queryClient.invalidateQueries({ queryKey: trpc.whatsapp.contacts.pathKey() });
    },
    onError: (error) => toastError(error, t('lookUpFailed')),
  });
  if (lack !== undefined || status !== 'connected') return null;
  return (
    <>
      <Button size="xs" variant="default" loading={look.isPending} onClick={() => look.mutate()}>
        {t('lookUp')}
      </Button>
      <span className="dimmed wa-small" role="status">
        {profile}
      </span>
    </>
  );
}
