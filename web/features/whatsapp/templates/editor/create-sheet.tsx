import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';

import { TEMPLATE_LIMITS, templateVariables } from '../../../../../shared/whatsapp/template-rules';
import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Sheet } from '../../../../ui/dialog/dialog';
import { Form } from '../../../../ui/form/form';
import { DiscardDialog } from '../../../../ui/form/leave-guard';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import { useInstance, useUnsupportedReason } from '../../use-instance';
import { CATEGORIES } from '../labels';
import { BodyField } from './body-field';
import { ButtonsField } from './buttons-field';
import { counted } from './counted';
import { errorsOf, inputOf, newDraft, type TemplateDraft } from './draft';
import { languageOptions } from './languages';
import { TemplatePreview } from './preview';
import { t } from './texts';

import './editor.css';

const CHOICES = ['utility', 'marketing'] as const;

export function CreateTemplateSheet({ onClose }: { onClose: (madeId?: string) => void }) {
  const trpc = useTRPC();
  const { id } = useInstance();
  const lacks = useUnsupportedReason()('template.write');
  const once = useSendOnce();
  const create = useMutation(trpc.whatsapp.templates.create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm<TemplateDraft>({
    initialValues: newDraft(),
    validate: errorsOf,
    validateInputOnBlur: true,
    onValuesChange: once.renew,
  });
  const languages = useMemo(() => languageOptions(), []);
  const category = useId();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => (form.isDirty() ? setIsAsking(true) : onClose());
  const send = async (draft: TemplateDraft) => {
    const { id: madeId, name, status } = await create.mutateAsync(inputOf(id, draft));
    await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.templates.pathKey() });
    toast(t('created', { name }), status === 'pending' ? { text: t('inReview') } : {});
    onClose(madeId);
  };
  const { header, footer } = form.values;

  return (
    <>
      <Sheet title={t('createTitle')} size={960} onClose={close}>
        {lacks !== undefined && <Note tone="warning">{lacks}</Note>}
        <div className="template-editor">
          <Form
            form={form}
            onSubmit={send}
            submit={t('createTemplate')}
            actions={
              <>
                <CopyAsCode operation="whatsapp_templates_create" input={() => inputOf(id, form.getValues())} />
                <Button variant="default" onClick={close}>
                  {t('cancel')}
                </Button>
              </>
            }
          >
            <TextInput
              label={t('name')}
              placeholder="order_shipped"
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              {...counted(form.values.name, TEMPLATE_LIMITS.name, t('nameHelp'))}
              {...form.getInputProps('name')}
            />
            <div className="template-pair">
              <NativeSelect label={t('language')} data={languages} {...form.getInputProps('language')} />
              <div>
                <span id={category} className="template-label">
                  {t('category')}
                </span>
                <SegmentedControl
                  fullWidth
                  aria-labelledby={category}
                  data={CHOICES.map((value) => ({ value, label: CATEGORIES[value] }))}
                  {...form.getInputProps('category')}
                />
              </div>
            </div>
            <TextInput
              label={t('headerOptional')}
              {...counted(header.text, TEMPLATE_LIMITS.header)}
              {...form.getInputProps('header.text')}
            />
            {templateVariables(header.text).length > 0 && (
              <TextInput label={t('headerExample')} {...form.getInputProps('header.example')} />
            )}
            <BodyField form={form} />
            <TextInput
              label={t('footerOptional')}
              {...counted(footer, TEMPLATE_LIMITS.footer)}
              {...form.getInputProps('footer')}
            />
            <ButtonsField form={form} />
          </Form>
          <aside aria-label={t('preview')}>
            <TemplatePreview of={form.values} />
          </aside>
        </div>
      </Sheet>
      {isAsking && <DiscardDialog onKeep={() => setIsAsking(false)} onDiscard={() => onClose()} />}
    </>
  );
}
