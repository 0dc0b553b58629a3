import { Button, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { DEFAULT_PROVIDER_TYPE } from '../../../../shared/ai/providers';
import { account, queryClient } from '../../../trpc';
import { Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { LeaveGuard } from '../../../ui/form/leave-guard';
import { toast } from '../../../ui/toast/toast';
import { PRESETS } from './presets';
import { checkDraft, createInput, draftOf, EMPTY_DRAFT, updateInput, type ProviderDraft } from './provider-draft';
import { MainFields, MoreFields } from './provider-fields';
import type { Provider } from './provider-labels';
import { t } from './texts';

export interface ProviderFormProps {
  of?: Provider | undefined;
  onSaved: (slug: string) => void;
  onClose: () => void;
}

export function ProviderForm({ of, onSaved, onClose }: ProviderFormProps) {
  const [saved, setSaved] = useState<string>();
  // The mutation cache would keep the typed key.
  const create = useMutation(account.models.providers.create.mutationOptions({ gcTime: 0 }));
  const update = useMutation(account.models.providers.update.mutationOptions({ gcTime: 0 }));
  const form = useForm<ProviderDraft>({
    initialValues: of ? draftOf(of) : EMPTY_DRAFT,
    validate: (draft) => checkDraft(draft, of),
  });
  // Only after the leave guard is off.
  useEffect(() => {
    if (saved !== undefined) onSaved(saved);
  }, [saved, onSaved]);

  const send = async (draft: ProviderDraft) => {
    const { slug, name } = of
      ? await update.mutateAsync(updateInput(draft))
      : await create.mutateAsync(createInput(draft));
    create.reset();
    update.reset();
    toast(t(of ? 'saved' : 'added', { name }));
    await queryClient.invalidateQueries({ queryKey: account.models.providers.pathKey() });
    setSaved(slug);
  };

  return (
    <Sheet title={of ? t('editTitle', { name: of.name }) : t('addTitle')} size={720} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={t(of ? 'saveChanges' : 'addProvider')}
        actions={
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
        }
      >
        <LeaveGuard isDirty={form.isDirty() && saved === undefined} />
        {!of && (
          <Select
            label={t('preset')}
            description={t('presetHelp')}
            placeholder={t('presetNone')}
            clearable
            data={PRESETS.map(({ slug, name }) => ({ value: slug, label: name }))}
            onChange={(chosen) => {
              const preset = PRESETS.find(({ slug }) => slug === chosen);
              if (preset) form.setValues({ type: DEFAULT_PROVIDER_TYPE, endpoints: [], ...preset });
            }}
          />
        )}
        <MainFields form={form} of={of} />
        <MoreFields form={form} of={of} />
      </Form>
    </Sheet>
  );
}
