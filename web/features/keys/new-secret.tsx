import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { Scope } from '../../../shared/access/scopes';
import { Actions } from '../../ui/actions';
import { Samples } from '../../ui/code/samples';
import { setSampleKey } from '../../ui/secret/sample-key';
import { SecretClock } from '../../ui/secret/secret-clock';
import { masked, SecretField } from '../../ui/secret/secret-field';
import { clearSecret, type Secret } from '../../ui/secret/store';
import { Note } from '../../ui/tag';
import { firstCallOf } from './form/draft';
import { RunHere } from './run-here';
import { t } from './texts';

import './keys.css';

interface RevealProps {
  secret: Secret;
  access: { scopes: readonly Scope[]; full_access: boolean };
}

export function NewKeySecret({ secret, access }: RevealProps) {
  const call = firstCallOf(access);
  const { value } = secret;
  return (
    <>
      <Note tone="warning">{t('shownOnce')}</Note>
      <SecretField
        label={t('key')}
        value={value}
        env={{ SWITCHBOARD_API_KEY: value, SWITCHBOARD_BASE_URL: location.origin }}
      />
      <SecretClock />
      <hr className="keys-rule" />
      <h3 className="keys-heading">{t('tryItNow')}</h3>
      <Samples call={call} secret={{ value, shown: masked(value) }} />
      <RunHere call={call} secret={value} />
      <Actions>
        <Button
          component={Link}
          to="/reference/$surface"
          params={{ surface: 'getting-started' } as never}
          variant="subtle"
          onClick={() => setSampleKey(value)}
        >
          {t('openInReference')}
        </Button>
        <Button variant="default" onClick={clearSecret}>
          {t('saved')}
        </Button>
      </Actions>
    </>
  );
}
