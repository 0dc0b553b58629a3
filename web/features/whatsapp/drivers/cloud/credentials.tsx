import { PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Form } from '../../../../ui/form/form';
import { Card } from '../../../../ui/page';
import { Note } from '../../../../ui/tag';
import { REASONS, remedyOf, type Instance } from '../../labels';
import { differing, useSettingsForm } from '../../settings/use-settings-form';

type Cloud = NonNullable<Instance['cloud']>;

/** Secrets are write-only: their fields begin empty, and empty means no change. */
const valuesOf = (cloud: Cloud) => ({
  cloud: {
    phone_number_id: cloud.phone_number_id,
    waba_id: cloud.waba_id ?? '',
    access_token: '',
    app_secret: '',
    verify_token: '',
    graph_version: cloud.graph_version,
  },
});
type Values = ReturnType<typeof valuesOf>;

function changeOf(base: Values, draft: Values) {
  const { waba_id: waba, ...rest } = differing(base.cloud, draft.cloud);
  const trimmed = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value.trim()]));
  return { cloud: { ...trimmed, ...(waba === undefined ? {} : { waba_id: waba.trim() === '' ? null : waba.trim() }) } };
}

const SECRETS = ['access_token', 'app_secret', 'verify_token'] as const;
const HIDDEN = { access_token: '$META_ACCESS_TOKEN', app_secret: '$META_APP_SECRET', verify_token: '$VERIFY_TOKEN' };

const plain = { autoComplete: 'off', spellCheck: false } as const;
const toggle = (what: string) => ({ visibilityToggleButtonProps: { 'aria-label': `Show or hide ${what}` } });

interface CredentialsCardProps {
  of: Instance;
  cloud: Cloud;
  mayWrite: boolean;
}

export function CredentialsCard({ of, cloud, mayWrite }: CredentialsCardProps) {
  const { form, save, input } = useSettingsForm<Values>({ of, values: valuesOf(cloud), changeOf });
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A link leads to this card, which did not exist yet when the router scrolled.
    if (location.hash === '#credentials') {
      card.current?.scrollIntoView({ block: 'start' });
    }
  }, []);
  /** Secrets do not belong into code that is copied. */
  const sample = () => {
    const { cloud: given = {}, ...rest } = input();
    const named = SECRETS.filter((name) => name in given).map((name) => [name, HIDDEN[name]]);
    return { ...rest, cloud: { ...given, ...Object.fromEntries(named) } };
  };
  return (
    <div id="credentials" ref={card}>
      <Card title="Credentials of Meta" actions={<CopyAsCode operation="whatsapp_instances_update" input={sample} />}>
        <fieldset disabled={!mayWrite} className="wa-fields">
          {of.status_reason !== null && remedyOf(of, undefined) === 'fix_credentials' && (
            <Note tone="error">
              {REASONS[of.status_reason].what} {REASONS[of.status_reason].todo}
            </Note>
          )}
          <Form form={form} onSubmit={save} submit="Try and save">
            <div className="wa-pair">
              <TextInput
                label="Phone number id"
                inputMode="numeric"
                maxLength={32}
                {...plain}
                {...form.getInputProps('cloud.phone_number_id')}
              />
              <TextInput
                label="Business account id"
                inputMode="numeric"
                maxLength={32}
                {...plain}
                {...form.getInputProps('cloud.waba_id')}
              />
            </div>
            <PasswordInput
              label="Access token"
              description={
                cloud.token_hint === ''
                  ? 'None is stored: without one it cannot connect.'
                  : `Ends in ${cloud.token_hint}. Empty keeps it.`
              }
              maxLength={2048}
              {...plain}
              {...toggle('the access token')}
              {...form.getInputProps('cloud.access_token')}
            />
            <PasswordInput
              label="App secret"
              description="Never shown. Empty keeps it."
              maxLength={256}
              {...plain}
              {...toggle('the app secret')}
              {...form.getInputProps('cloud.app_secret')}
            />
            <PasswordInput
              label="Verify token"
              description={`${cloud.verify_token_hint === '' ? '' : `Ends in ${cloud.verify_token_hint}. `}Empty keeps it; after a new one Meta must verify again.`}
              maxLength={256}
              {...plain}
              {...toggle('the verify token')}
              {...form.getInputProps('cloud.verify_token')}
            />
            <TextInput
              label="Version of the Graph API"
              maxLength={7}
              {...plain}
              {...form.getInputProps('cloud.graph_version')}
            />
            <p className="wa-text dimmed">They are tried at Meta first. What Meta does not take changes nothing.</p>
          </Form>
        </fieldset>
      </Card>
    </div>
  );
}
