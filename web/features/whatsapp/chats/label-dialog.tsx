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
import { LABEL_COLORS } from './label-colors';
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
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
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
    toast(of ? 'Label changed' : 'Label created');
    onClose();
  };
  const which = { instance_id: instanceId, label_id: of?.id ?? '' };
  if (of && isDeleting) {
    return (
      <DeleteDialog
        name={of.name}
        what="label"
        operation="whatsapp_labels_delete"
        input={which}
        remove={() => client.whatsapp.labels.delete.mutate(which)}
        stale={trpc.whatsapp.pathKey()}
        onClose={onClose}
        onDeleted={() => onDeleted(of)}
      >
        <p>All chats lose this label. The chats stay.</p>
      </DeleteDialog>
    );
  }
  return (
    <Dialog title={of ? `Change “${of.name}”` : 'Create a label'} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={of ? 'Save label' : 'Create label'}
        actions={
          <>
            <CopyAsCode
              operation={of ? 'whatsapp_labels_update' : 'whatsapp_labels_create'}
              input={() => (of ? changeIn(of, form.getValues()) : labelIn(form.getValues()))}
            />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        <TextInput label="Name" maxLength={100} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <fieldset className="label-colors">
          <legend>Color</legend>
          {LABEL_COLORS.map(({ name }, color) => (
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
            Delete label
          </button>
        )}
      </Form>
    </Dialog>
  );
}
