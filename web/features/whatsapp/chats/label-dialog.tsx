import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { toast } from '../../../ui/toast/toast';
import { LabelDot } from './chat-marks';
import { labelColors } from './label-colors';
import { t } from './texts';
import type { Label } from './use-labels';

interface LabelDialogProps {
  instanceId: string;
  /** A new label without it. */
  of: Label | undefined;
  onMade: (label: Label) => void;
  onDeleted: (label: Label) => void;
  onClose: () => void;
}

export function LabelDialog({ instanceId, of, onMade, onDeleted, onClose }: LabelDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const once = useSendOnce();
  const [isDeleting, setIsDeleting] = useState(false);
  const form = useForm({
    initialValues: { name: of?.name ?? '', color: of?.color ?? 0 },
    validate: { name: (name) => (name.trim() === '' ? t('enterName') : null) },
    onValuesChange: once.renew,
  });
  const labelIn = ({ name, color }: typeof form.values) => ({ instance_id: instanceId, name: name.trim(), color });
  // Names and colors that the phone gave may be others than the API accepts.
  const changeIn = ({ id, name, color }: Label, values: typeof form.values) => ({
    instance_id: instanceId,
    label_id: id,
    ...(values.name === name ? {} : { name: values.name.trim() }),
    ...(values.color === color ? {} : { color: values.color }),
  });
  const send = async (values: typeof form.values) => {
    if (of) await client.whatsapp.labels.update.mutate(changeIn(of, values));
    else onMade(await client.whatsapp.labels.create.mutate(labelIn(values), { context: { ...once.context } }));
    await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.labels.pathKey() });
    toast(of ? t('labelSaved') : t('labelCreated'));
    onClose();
  };
  const which = { instance_id: instanceId, label_id: of?.id ?? '' };
  if (of && isDeleting) {
    return (
      <DeleteDialog
        name={of.name}
        what={t('labelNoun')}
        operation="whatsapp_labels_delete"
        input={which}
        remove={() => client.whatsapp.labels.delete.mutate(which)}
        stale={trpc.whatsapp.pathKey()}
        onClose={onClose}
        onDeleted={() => onDeleted(of)}
      >
        <p>{t('deleteLabelHelp')}</p>
      </DeleteDialog>
    );
  }
  return (
    <Dialog title={of ? t('editLabelTitle', { name: of.name }) : t('createLabelTitle')} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={of ? t('saveLabel') : t('createLabel')}
        actions={
          <>
            <CopyAsCode
              operation={of ? 'whatsapp_labels_update' : 'whatsapp_labels_create'}
              input={() => (of ? changeIn(of, form.getValues()) : labelIn(form.getValues()))}
            />
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <TextInput
          label={t('name')}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <fieldset className="label-colors">
          <legend>{t('color')}</legend>
          {labelColors().map((name, color) => (
            <label key={name} title={name}>
              <input
                type="radio"
                name="color"
                aria-label={name}
                checked={form.values.color === color}
                onChange={() => form.setFieldValue('color', color)}
              />
              <LabelDot color={color} />
            </label>
          ))}
        </fieldset>
        {of && (
          <button type="button" className="copy-button label-new" onClick={() => setIsDeleting(true)}>
            {t('deleteLabel')}
          </button>
        )}
      </Form>
    </Dialog>
  );
}
