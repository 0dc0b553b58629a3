import { Button } from '@mantine/core';
import { useState } from 'react';

import { Actions } from '../../../ui/actions';
import { Confirm, Sheet } from '../../../ui/dialog/dialog';
import { SecretClock } from '../../../ui/secret/secret-clock';
import { SecretField } from '../../../ui/secret/secret-field';
import { clearSecret, useSecret } from '../../../ui/secret/store';
import { Note } from '../../../ui/tag';
import type { Endpoint } from './labels';
import { PublicAddress } from './public-address';
import { SenderSteps } from './sender-steps';
import { t } from './texts';

export function NewEndpointSecret({ of }: { of: Endpoint }) {
  const secret = useSecret();
  const [isLeaving, setIsLeaving] = useState(false);
  if (!secret || secret.ownerId !== of.id) return null;
  // What is shown is the address with its token, or the secret.
  const isAddress = secret.label === t('address');
  return (
    <>
      <Sheet title={t(isAddress ? 'saveAddress' : 'saveSecret')} size={720} onClose={() => setIsLeaving(true)}>
        <Note tone="warning">{t(isAddress ? 'addressOnce' : 'secretOnce')}</Note>
        <SecretField label={secret.label} value={secret.value} />
        <SecretClock />
        {!isAddress && <PublicAddress of={of} />}
        <section>
          <h3 className="pub-heading">{t('atSender')}</h3>
          <SenderSteps of={of} />
        </section>
        <Actions>
          <Button variant="default" onClick={clearSecret}>
            {t('savedIt')}
          </Button>
        </Actions>
      </Sheet>
      {isLeaving && (
        <Confirm
          title={t('closeUnsaved')}
          action={t('close')}
          onClose={() => setIsLeaving(false)}
          onConfirm={clearSecret}
        >
          {t('notShownAgain')}
        </Confirm>
      )}
    </>
  );
}
