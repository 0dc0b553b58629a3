import { Button } from '@mantine/core';
import { useState } from 'react';

import { Actions } from '../../../ui/actions';
import { Confirm, Sheet } from '../../../ui/dialog/dialog';
import { SecretClock } from '../../../ui/secret/secret-clock';
import { SecretField } from '../../../ui/secret/secret-field';
import { clearSecret, useSecret } from '../../../ui/secret/store';
import { Note } from '../../../ui/tag';
import { SECRET_LOST, type Endpoint } from './labels';
import { PublicAddress } from './public-address';
import { SenderSteps } from './sender-steps';

export function NewEndpointSecret({ of }: { of: Endpoint }) {
  const secret = useSecret();
  const [isLeaving, setIsLeaving] = useState(false);
  if (!secret || secret.ownerId !== of.id) return null;
  const what = secret.label.toLowerCase();
  return (
    <>
      <Sheet title={`Save the ${what}`} size={720} onClose={() => setIsLeaving(true)}>
        <Note tone="warning">
          Shown once.{' '}
          {secret.label === 'Address' ? 'It holds the token: whoever knows it can send here.' : 'It proves who sends.'}
        </Note>
        <SecretField label={secret.label} value={secret.value} />
        <SecretClock />
        {secret.label === 'Secret' && <PublicAddress of={of} />}
        <section>
          <h3 className="pub-heading">At the sender</h3>
          <SenderSteps of={of} />
        </section>
        <Actions>
          <Button variant="default" onClick={clearSecret}>
            I’ve saved it
          </Button>
        </Actions>
      </Sheet>
      {isLeaving && (
        <Confirm
          title={`Close without saving the ${what}?`}
          action="Close"
          onClose={() => setIsLeaving(false)}
          onConfirm={clearSecret}
        >
          You will not see it again. {SECRET_LOST}
        </Confirm>
      )}
    </>
  );
}
