import { PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { differing } from '../../../../ui/form/differing';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { Card } from '../../../../ui/page';
import { Note } from '../../../../ui/tag';
import type { Instance } from '../../labels';
import { REASONS, remedyOf } from '../../reasons/labels';
import { useSettingsForm } from '../../settings/use-settings-form';
import { t } from './texts';

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
const toggle = (label: string) => ({ visibilityToggleButtonProps: { 'aria-label': label } });

interface CredentialsCardProps {
  of: Instance;
  cloud: Cloud;
  mayWrite: boolean;
}

export function CredentialsCard({ of, cloud, mayWrite }: CredentialsCardProps) {
  const { form, isDirty, save, input } = useSettingsForm<Values>({ of, values: valuesOf(cloud), changeOf });
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
      <Card title={t('credentials')} actions={<CopyAsCode operation="whatsapp_instances_update" input={sample} />}>
        <fieldset disabled={!mayWrite} className="wa-fields">
          {of.status_reason !== null && remedyOf(of, undefined) === 'fix_credentials' && (
            <Note tone="error">
              {REASONS[of.status_reason].what} {REASONS[of.status_reason].todo}
            </Note>
          )}
          <Form form={form} onSubmit={save} submit={t('checkAndSave')}>
            <LeaveGuard isDirty={isDirty} />
            <div className="wa-pair">
              <TextInput
                label={t('phoneNumberId')}
                inputMode="numeric"
                maxLength={32}
                {...plain}
                {...form.getInputProps('cloud.phone_number_id')}
              />
              <TextInput
                label={t('accountId')}
                inputMode="numeric"
                maxLength={32}
                {...plain}
                {...form.getInputProps('cloud.waba_id')}
              />
            </div>
            <PasswordInput
              label={t('accessToken')}
              description={cloud.token_hint === '' ? t('noToken') : t('endsIn', { hint: cloud.token_hint })}
              maxLength={2048}
              {...plain}
              {...toggle(t('toggleAccessToken'))}
              {...form.getInputProps('cloud.access_token')}
            />
            <PasswordInput
              label={t('appSecret')}
              description={t('keepSecret')}
              maxLength={256}
              {...plain}
              {...toggle(t('toggleAppSecret'))}
              {...form.getInputProps('cloud.app_secret')}
            />
            <PasswordInput
              label={t('verifyToken')}
              description={t('keepVerify')}
              maxLength={256}
              {...plain}
              {...toggle(t('toggleVerifyToken'))}
              {...form.getInputProps('cloud.verify_token')}
            />
            <TextInput
              label={t('graphVersion')}
              maxLength={7}
              {...plain}
              {...form.getInputProps('cloud.graph_version')}
            />
            <p className="wa-text dimmed">{t('checkedFirst')}</p>
          </Form>
        </fieldset>
      </Card>
    </div>
  );
}
