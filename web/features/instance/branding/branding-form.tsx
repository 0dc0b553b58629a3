import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { account, type Inputs, type Outputs } from '../../../trpc';
import { Form } from '../../../ui/form/form';
import { LeaveGuard } from '../../../ui/form/leave-guard';
import { AccentField, isColour } from './accent-field';
import { LogoField, type LogoDraft } from './logo-field';
import { t } from './texts';

import './branding.css';

type Branding = Outputs['instance']['branding']['get'];

interface Draft {
  name: string;
  accent: string;
  logo: LogoDraft;
}

export function BrandingForm({ of }: { of: Branding }) {
  const update = useMutation(account.instance.branding.update.mutationOptions({ gcTime: 0 }));
  const form = useForm<Draft>({
    initialValues: { name: of.name ?? '', accent: of.accent ?? '', logo: { kind: 'kept' } },
    validate: { accent: (accent) => (accent === '' || isColour(accent) ? null : t('accentInvalid')) },
  });

  const send = async ({ name, accent, logo }: Draft) => {
    const change: Inputs['instance']['branding']['update'] = {
      name: name.trim() || null,
      accent: accent || null,
      ...(logo.kind === 'kept' ? {} : { logo: logo.kind === 'new' ? { type: logo.type, data: logo.data } : null }),
    };
    await update.mutateAsync(change);
    // The server writes the new look into the page.
    location.reload();
  };

  return (
    <Form form={form} onSubmit={send} submit={t('save')}>
      <LeaveGuard isDirty={form.isDirty() && !update.isPending && !update.isSuccess} />
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        placeholder="Switchboard"
        maxLength={40}
        autoComplete="organization"
        {...form.getInputProps('name')}
      />
      <LogoField
        current={of.logo_url}
        value={form.values.logo}
        error={form.errors['logo']}
        onChange={(logo) => {
          form.clearFieldError('logo');
          form.setFieldValue('logo', logo);
        }}
      />
      <AccentField {...(form.getInputProps('accent') as { value: string; onChange: (value: string) => void })} />
    </Form>
  );
}
