import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DetailList } from '../../../ui/detail/detail-list';
import { Sheet } from '../../../ui/dialog/dialog';
import { Avatar } from '../../../ui/icons/avatar';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast/toast';
import { addressOf, recipientOf } from '../party';
import { useInstance, useUnsupportedReason } from '../use-instance';
import { ContactForm } from './contact-form';
import { nameOfContact, type Contact } from './labels';
import { ProfileLookUp } from './profile-look-up';
import { t } from './texts';

const MAX_QUERY = 100;

interface ContactSheetProps {
  contactId: string;
  onClose: () => void;
}

export function ContactSheet({ contactId, onClose }: ContactSheetProps) {
  const trpc = useTRPC();
  const { id } = useInstance();
  const query = useQuery(trpc.whatsapp.contacts.get.queryOptions({ instance_id: id, contact_id: contactId }));
  return (
    <Sheet title={query.data ? nameOfContact(query.data) : t('contact')} onClose={onClose}>
      <Content query={query} what={t('contactNoun')} loading={<Loading shape="form" />}>
        {(contact) => <Detail of={contact} />}
      </Content>
    </Sheet>
  );
}

function Detail({ of }: { of: Contact }) {
  const mayWrite = useCan()('whatsapp.contacts:write');
  const addresses = [
    [t('number'), of.phone],
    [t('username'), of.username],
    ['BSUID', of.bsuid],
    ['LID', of.lid],
  ] as const;
  return (
    <div className="wa-stack">
      <div className="wa-named">
        <Avatar name={nameOfContact(of)} seed={of.id} size={48} />
        <span>
          <strong>{nameOfContact(of)}</strong>
          {addressOf(of) !== nameOfContact(of) && <span className="dimmed numbers wa-second">{addressOf(of)}</span>}
        </span>
      </div>
      <DetailList>
        {addresses.map(([name, value]) => value !== null && <Address key={name} name={name} value={value} />)}
        {of.push_name !== null && (
          <>
            <dt>{t('profileName')}</dt>
            <dd>{of.push_name}</dd>
          </>
        )}
        {of.about !== null && (
          <>
            <dt>{t('about')}</dt>
            <dd>{of.about}</dd>
          </>
        )}
        {of.profile_picture_url !== null && (
          <>
            <dt>{t('picture')}</dt>
            <dd>
              <a href={of.profile_picture_url} target="_blank" rel="noreferrer">
                {t('openPicture')}
              </a>
            </dd>
          </>
        )}
        <dt>{t('state')}</dt>
        <dd className="wa-line">
          {of.is_blocked ? <Tag tone="error">{t('blocked')}</Tag> : t('messageable')}
          {of.is_business && <Tag>{t('business')}</Tag>}
        </dd>
        <dt>{t('firstSeen')}</dt>
        <dd>
          <Time at={of.created_at} />
        </dd>
        <dt>{t('id')}</dt>
        <dd>
          <CopyId id={of.id} />
        </dd>
      </DetailList>
      <Deeds of={of} mayWrite={mayWrite} />
      <ContactForm of={of} mayWrite={mayWrite} />
    </div>
  );
}

function Address({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="numbers">{value}</dd>
    </>
  );
}

/** The chat with a contact: of those whose title has the name or number, the one that is with it. */
function useChatOf(of: Contact): string | undefined {
  const trpc = useTRPC();
  const enabled = useCan()('whatsapp.messages:read');
  const chats = useQuery(
    trpc.whatsapp.chats.list.queryOptions(
      { instance_id: of.instance_id, type: 'direct', limit: 100, q: nameOfContact(of).slice(0, MAX_QUERY) },
      { enabled },
    ),
  );
  return chats.data?.data.find(({ contact_id: id }) => id === of.id)?.id;
}

function Deeds({ of, mayWrite }: { of: Contact; mayWrite: boolean }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { id: ws } = useWorkspace();
  const can = useCan();
  const chatId = useChatOf(of);
  const noBlocking = useUnsupportedReason()('contact.block');
  const input = { instance_id: of.instance_id, contact_id: of.id };
  const what = of.is_blocked ? 'unblock' : 'block';
  const block = useMutation({
    mutationFn: () => client.whatsapp.contacts[what].mutate(input),
    onSuccess: ({ is_blocked: isBlocked }) => toast(isBlocked ? t('contactBlocked') : t('contactUnblocked')),
    onError: (error) => toastError(error, t(what === 'block' ? 'notBlocked' : 'notUnblocked')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.contacts.pathKey() }),
  });
  return (
    <div className="wa-line">
      {chatId !== undefined && (
        <Button
          size="xs"
          component={Link}
          to="/w/$ws/whatsapp/$instance/chats"
          params={{ ws, instance: of.instance_id } as never}
          search={{ chat: chatId } as never}
        >
          {t('openChat')}
        </Button>
      )}
      {can('whatsapp.messages:send') && (
        <Button
          size="xs"
          variant={chatId === undefined ? 'filled' : 'default'}
          component={Link}
          to="/w/$ws/whatsapp/$instance/tester"
          params={{ ws, instance: of.instance_id } as never}
          search={{ to: recipientOf({ ...of, contact_id: of.id }) } as never}
        >
          {t('writeInTester')}
        </Button>
      )}
      {mayWrite && noBlocking === undefined && (
        <Button size="xs" variant="default" loading={block.isPending} onClick={() => block.mutate()}>
          {of.is_blocked ? t('unblock') : t('block')}
        </Button>
      )}
      <CopyAsCode operation="whatsapp_contacts_get" input={input} />
      <ProfileLookUp of={of} />
    </div>
  );
}
