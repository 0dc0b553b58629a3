import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { PRESETS, type PresetName } from '../../../../shared/access/presets';
import { labelOf } from '../../../i18n/labels';
import { queryClient, useTRPC } from '../../../trpc';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { Card } from '../../../ui/page';
import { SecretClock } from '../../../ui/secret/secret-clock';
import { SecretField } from '../../../ui/secret/secret-field';
import { clearSecret, storeReturnedSecret, type Secret } from '../../../ui/secret/store';
import { useHasRole, useWorkspace } from '../../../ui/shell/workspace';
import { toastError } from '../../../ui/toast/toast';
import { draftOf, inputOf } from '../../keys/form/draft';
import { FirstCall } from './first-call';
import { t } from './texts';

const OFFERED = ['automation_tool', 'automation', 'publish'] as const satisfies readonly PresetName[];

interface KeyCardProps {
  tool: string;
  secret: Secret | undefined;
  madeId: string | undefined;
  onMade: (keyId: string) => void;
}

export function KeyCard({ tool, secret, madeId, onMade }: KeyCardProps) {
  const { id: ws } = useWorkspace();
  const mayCreate = useHasRole('owner', 'admin', 'developer');
  return (
    <Card title={t('createKeyStep')}>
      <div className="connect-step">
        {secret ? (
          <>
            <p className="dimmed">{t('keyOnce')}</p>
            <SecretField
              label={t('keyLabel')}
              value={secret.value}
              actions={
                <Button variant="default" onClick={clearSecret}>
                  {t('savedIt')}
                </Button>
              }
            />
            <SecretClock />
          </>
        ) : mayCreate ? (
          <MakeKey tool={tool} onMade={onMade} />
        ) : (
          <p className="dimmed">{t('noKeyRole')}</p>
        )}
        {madeId === undefined ? (
          <p className="dimmed">
            {t.rich('haveKey', {
              link: (text) => (
                <Link to="/w/$ws/keys" params={{ ws }}>
                  {text}
                </Link>
              ),
            })}
          </p>
        ) : (
          <FirstCall keyId={madeId} />
        )}
      </div>
    </Card>
  );
}

function MakeKey({ tool, onMade }: { tool: string; onMade: (keyId: string) => void }) {
  const trpc = useTRPC();
  const [preset, setPreset] = useState<(typeof OFFERED)[number]>('automation_tool');
  const once = useSendOnce();
  const create = useMutation(trpc.keys.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const make = async () => {
    try {
      const { secret, id } = await create.mutateAsync(inputOf({ ...draftOf(preset), name: tool }, once.firstTry()));
      create.reset();
      once.renew();
      storeReturnedSecret({ label: t('apiKey'), value: secret, ownerId: id });
      onMade(id);
      await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
    } catch (error) {
      toastError(error, t('keyNotCreated'));
    }
  };
  return (
    <div className="connect-line">
      <NativeSelect
        label={t('access')}
        data={OFFERED.map((name) => ({
          value: name,
          label: `${labelOf('presetNames', name, PRESETS[name].name)}: ${labelOf('presetDescriptions', name, PRESETS[name].description)}`,
        }))}
        value={preset}
        onChange={(event) => {
          once.renew();
          const chosen = event.currentTarget.value;
          setPreset(OFFERED.find((name) => name === chosen) ?? 'automation_tool');
        }}
      />
      <Button loading={create.isPending} onClick={() => void make()}>
        {t('createKey')}
      </Button>
    </div>
  );
}
