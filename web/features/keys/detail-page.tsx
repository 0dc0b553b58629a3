import { Button } from '@mantine/core';
import { IconBan, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useTRPC } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { Sheet, Confirm } from '../../ui/dialog/dialog';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import { Card, Page } from '../../ui/page';
import { SecretGuard } from '../../ui/secret/secret-guard';
import { clearSecret, useSecret } from '../../ui/secret/store';
import { useCan, useUser, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Note, Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { KeyAccess } from './access';
import { KeyDetails, KeySecrets } from './details';
import { KeyUsage } from './key-usage';
import { mayChange, statusLabel, STATUS_TONES, type Key } from './labels';
import { RefusedCalls } from './refused-calls';
import { t } from './texts';

import './keys.css';

const EditSheet = lazyWhenIdle(async () => (await import('./form/edit-sheet')).EditSheet);
const RotateDialog = lazyWhenIdle(async () => (await import('./rotate-dialog')).RotateDialog);
const RevokeDialog = lazyWhenIdle(async () => (await import('./revoke-dialog')).RevokeDialog);
const NewKeySecret = lazyWhenIdle(async () => (await import('./new-secret')).NewKeySecret);

const route = getRouteApi('/w/$ws/keys/$key');

export function KeyPage() {
  const { ws, key: keyId } = route.useParams();
  const trpc = useTRPC();
  const query = useQuery(trpc.keys.get.queryOptions({ key_id: keyId }));
  const back = (
    <Link to="/w/$ws/keys" params={{ ws }} className="copy-button">
      {t('allKeys')}
    </Link>
  );
  if (!query.data) {
    return (
      <Page title={t('apiKey')}>
        <SecretGuard label={t('key')} />
        <Content query={query} what={t('key')} actions={back} loading={<Loading shape="form" />}>
          {() => null}
        </Content>
      </Page>
    );
  }
  return <KeyDetail of={query.data} />;
}

type Open = 'edit' | 'rotate' | 'revoke' | 'leave';

function KeyDetail({ of }: { of: Key }) {
  const { id: ws, name: workspaceName, role, status } = useWorkspace();
  const user = useUser();
  const secret = useSecret();
  const can = useCan();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayEdit = status === 'active' && of.status !== 'revoked' && mayChange(of, role, user.id);

  return (
    <Page
      title={of.name}
      context={workspaceName}
      aside={
        <Tag tone={STATUS_TONES[of.status]} dot>
          {statusLabel(of.status)}
        </Tag>
      }
      lead={
        <>
          <Link to="/w/$ws/keys" params={{ ws }}>
            {t('apiKeys')}
          </Link>{' '}
          · <CopyId id={of.id} />
        </>
      }
      code={{ operation: 'keys_get', input: { key_id: of.id }, label: t('apiKey') }}
      more={
        mayEdit
          ? [
              { label: t('rotateKey'), icon: IconRefresh, onClick: () => setOpen('rotate') },
              { label: t('revokeKey'), icon: IconBan, isDangerous: true, onClick: () => setOpen('revoke') },
            ]
          : []
      }
      actions={
        mayEdit && (
          <Button size="sm" onClick={() => setOpen('edit')}>
            {t('edit')}
          </Button>
        )
      }
    >
      <SecretGuard label={t('key')} />
      <div className="keys-stack">
        {of.status === 'revoked' && (
          <Note tone="neutral">
            {t.rich(of.revoked_reason === 'leaked' ? 'leakedNote' : 'revokedNote', {
              time: () => <Time at={of.revoked_at} />,
            })}
          </Note>
        )}
        <div className="keys-columns">
          <div className="keys-stack">
            <KeySecrets of={of} />
            <Card title={t('access')}>
              <KeyDetails of={of} />
            </Card>
            {can('usage:read') && <KeyUsage of={of} />}
            {can('audit:read') && <RefusedCalls keyId={of.id} />}
          </div>
          <KeyAccess access={of} isPublic={of.kind === 'pk'} />
        </div>
      </div>
      {open === 'edit' && <EditSheet of={of} onClose={close} />}
      {open === 'rotate' && <RotateDialog of={of} onClose={close} />}
      {open === 'revoke' && <RevokeDialog of={of} onClose={close} />}
      {secret && secret.ownerId === of.id && (
        <Sheet title={t('saveNewSecret')} size={720} onClose={() => setOpen('leave')}>
          <NewKeySecret secret={secret} access={of} />
        </Sheet>
      )}
      {open === 'leave' && secret && (
        <Confirm title={t('closeUnsaved')} action={t('close')} onClose={close} onConfirm={clearSecret}>
          {t('notShownAgain')}
        </Confirm>
      )}
    </Page>
  );
}
