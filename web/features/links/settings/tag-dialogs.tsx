import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { formatCount } from '../../../ui/format';
import { toast } from '../../../ui/toast/toast';
import type { LinkTag } from '../labels';

import '../links.css';
import '../form/fields.css';

const COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
] as const satisfies LinkTag['color'][];

interface TagDialogProps {
  of?: LinkTag;
  onClose: () => void;
}

export function TagDialog({ of, onClose }: TagDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const once = useSendOnce();
  const form = useForm<{ name: string; color: LinkTag['color'] }>({
    initialValues: { name: of?.name ?? '', color: of?.color ?? 'gray' },
    validate: { name: (name) => (name.trim() === '' ? 'What is it called?' : null) },
    onValuesChange: once.renew,
  });
  const send = async ({ name, color }: typeof form.values) => {
    const input = { name: name.trim(), color };
    if (of) {
      await client.links.tags.update.mutate({ ...input, tag_id: of.id }, { context: { ...onVersion(of.version) } });
    } else {
      await client.links.tags.create.mutate(input, { context: { ...once.context } });
    }
    await queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
    toast(of ? 'Tag changed' : 'Tag created');
    onClose();
  };
  return (
    <Dialog title={of ? `Change “${of.name}”` : 'Create a tag'} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={of ? 'Save changes' : 'Create tag'}
        actions={
          <>
            <CopyAsCode
              operation={of ? 'links_tags_update' : 'links_tags_create'}
              input={() => ({ ...form.getValues(), ...(of ? { tag_id: of.id } : {}) })}
            />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        <TextInput label="Name" maxLength={64} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <fieldset className="links-colors">
          <legend>Colour</legend>
          {COLORS.map((color) => (
            <label key={color} data-color={color} title={color}>
              <input
                type="radio"
                name="color"
                aria-label={color}
                checked={form.values.color === color}
                onChange={() => form.setFieldValue('color', color)}
              />
              <i aria-hidden />
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  );
}

export function DeleteTag({ of, onClose }: { of: LinkTag; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { tag_id: of.id };
  return (
    <DeleteDialog
      name={of.name}
      what="tag"
      operation="links_tags_delete"
      input={input}
      remove={() => client.links.tags.delete.mutate(input)}
      stale={trpc.links.pathKey()}
      onClose={onClose}
    >
      <p>
        It is taken off {formatCount(of.links_count, 'link')}; the links stay. Webhooks that ask for it alone hear
        nothing more.
      </p>
    </DeleteDialog>
  );
}
